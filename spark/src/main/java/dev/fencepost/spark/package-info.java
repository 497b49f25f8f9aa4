// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Searches on Apache Spark, which is scheduler, shuffle and failure detector here and nothing else:
 * what is expanded and merged, and how, is in {@code dev.fencepost.level}. Bytes alone travel, and
 * files are the truth: all that a worker holds can be made again.
 */
@NullMarked
package dev.fencepost.spark;

import org.jspecify.annotations.NullMarked;
