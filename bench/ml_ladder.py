"""How the peers' programs of the ml benchmark find the loosest tolerance that is good enough: they fit with one after the
other and ask the judge, who is outside, so that its memory and time are not counted."""

import json
import statistics
import sys
import time

LADDER = [10.0**-k for k in range(1, 11)]
LONG = 20  # fits that take more seconds are not repeated


def timed(fit, tolerance):
    started = time.perf_counter()
    coefficients, note = fit(tolerance)
    return time.perf_counter() - started, coefficients, note


def is_good(coefficients, file):
    coefficients.astype("<f8").tofile(file)
    print(json.dumps({"ask": {"coefficients": str(file)}}), flush=True)
    return sys.stdin.readline().strip() == "good"


def climb(fit, file, ladder=LADDER):
    """fit(tolerance) gives (coefficients, note); reports the median of three fits at the first tolerance that is good."""
    for tolerance in ladder:
        seconds, coefficients, note = timed(fit, tolerance)
        if is_good(coefficients, file):
            break
    else:
        sys.exit(f"1e-6 is not reached with tolerance {ladder[-1]:g}")
    more = [timed(fit, tolerance)[0] for _ in range(2 if seconds < LONG else 0)]
    print(json.dumps({"seconds": statistics.median([seconds, *more]), "answer": "reached", "note": f"{note}, tol {tolerance:g}"}))
