// SPDX-FileCopyrightText: The Fencepost developers
// SPDX-License-Identifier: Apache-2.0

/**
 * The one place where the parts are wired together: a {@code CheckTask} in, a {@code CheckResult}
 * out. This is also the public Java API.
 *
 * <p>Imports every room but {@code report}, {@code suite} and {@code cli}.
 */
package dev.fencepost.check;
