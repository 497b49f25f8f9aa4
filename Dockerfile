# SPDX-FileCopyrightText: The Fencepost developers
# SPDX-License-Identifier: Apache-2.0
#
# Fencepost in a container, made of the release:
#
#   mvn -Prelease -DskipTests package
#   docker build -t fencepost .
#   docker run --rm -v "$PWD:/project" fencepost check my-collector.c
FROM eclipse-temurin:25-jre

ARG VERSION=0.1.0
ADD target/fencepost-${VERSION}.tar.gz /opt/
# The first run records the start-up archive, for all users.
ENV XDG_CACHE_HOME=/var/cache
RUN ln -s /opt/fencepost-${VERSION}/fencepost /usr/local/bin/fencepost && fencepost --version

RUN useradd --create-home fencepost
USER fencepost
WORKDIR /project
ENTRYPOINT ["fencepost"]
