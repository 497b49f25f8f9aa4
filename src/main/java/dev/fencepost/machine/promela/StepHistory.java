// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0
package dev.fencepost.machine.promela;

import org.jspecify.annotations.Nullable;

/**
 * The last step of a sequence and those before it; kept only while a run is explained.
 *
 * @param from the state before the step
 * @param partner the receiver in a rendezvous, or -1
 * @param violation what the step violated, or null
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record StepHistory(
    @Nullable StepHistory before,
    int process,
    TransitionCode step,
    int partner,
    @Nullable TransitionCode partnerStep,
    byte[] from,
    byte[] after,
    @Nullable PromelaViolation violation) {}
