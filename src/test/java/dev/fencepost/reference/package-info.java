// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * Why the relaxed machine is to be believed: a plain machine written for obviousness, litmus tests
 * and an axiomatic model that show that the plain one is right, and random programs on which both
 * machines must agree.
 */
package dev.fencepost.reference;
