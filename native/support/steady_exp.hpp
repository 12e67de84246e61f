// Exponential function that gives the same bits on every machine (the library's may not).
#pragma once

namespace haggis {

// exp(x) as (1 + x / 1024) ^ 1024, within half a percent for |x| < 3; 0 below -60.
constexpr double steady_exp(double x) {
    if (x < -60) return 0;
    if (x > 60) x = 60;
    double power = 1 + x / 1024;
    for (int i = 0; i < 10; ++i) power *= power;
    return power;
}

// The same to six digits, for |x| < 5.
constexpr double precise_exp(double x) {
    if (x < -60) return 0;
    double power = 1 + x / (1 << 24);
    for (int i = 0; i < 24; ++i) power *= power;
    return power;
}

}  // namespace haggis
