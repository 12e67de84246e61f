// What a round's points are worth for the game (docs/spec/rules.md, section 5).
//
// The chance to win the game is taken as the softmax of the totals: the more rounds are still to
// come, the less a point decides. It is given in points of an even game, so that far from the end
// it is just the lead in points.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "rules/scoring.hpp"
#include "support/steady_exp.hpp"

namespace haggis {

struct Match {
    int players = 2;
    Totals totals{};      // before this round
    int target = 0;       // 0: the game is over after a number of rounds
    int rounds_left = 0;  // after this one; only without a target
};

class Equity {
public:
    // Without `win_games`, points are all that counts.
    explicit Equity(const Match& match, bool win_games = true)
        : match_(match), win_games_(win_games), scale_(4 / steepness(match.totals)) {}

    // For each seat, what this round's points are worth to it.
    std::array<double, kMaxPlayers> worth(const Totals& points) const {
        std::array<double, kMaxPlayers> worth{};
        if (!win_games_) {
            for (int seat = 0; seat < match_.players; ++seat) worth[seat] = ahead(points, match_.players, seat);
            return worth;
        }
        Totals totals{};
        for (int seat = 0; seat < match_.players; ++seat) totals[seat] = match_.totals[seat] + points[seat];
        const auto chance = chances(totals);
        for (int seat = 0; seat < match_.players; ++seat) worth[seat] = scale_ * chance[seat];
        return worth;
    }

    std::array<double, kMaxPlayers> chances(const Totals& totals) const {
        std::array<double, kMaxPlayers> chance{};
        const int best = *std::max_element(totals.begin(), totals.begin() + match_.players);
        if (decided(totals, best)) {
            for (int seat = 0; seat < match_.players; ++seat) chance[seat] = totals[seat] == best;
            return chance;
        }
        const double steep = steepness(totals);
        double sum = 0;
        for (int seat = 0; seat < match_.players; ++seat)
            sum += chance[seat] = steady_exp(steep * (totals[seat] - best));
        for (double& part : chance) part /= sum;
        return chance;
    }

private:
    // Chosen by hand; measured by the match `idea-no-equity` of experiments/strength.py.
    static constexpr double kSpread = 45;  // of one round's difference between two equal players
    static constexpr double kGain = 35;    // points that the leader makes in a round
    static constexpr double kSlope = 1.7;  // logistic curve to the normal one

    Match match_;
    bool win_games_;
    double scale_;

    bool decided(const Totals& totals, int best) const {
        const bool reached = match_.target ? best >= match_.target : match_.rounds_left == 0;
        return reached && std::count(totals.begin(), totals.begin() + match_.players, best) == 1;
    }
    double steepness(const Totals& totals) const {
        const int best = *std::max_element(totals.begin(), totals.begin() + match_.players);
        const double rounds = match_.target ? std::max(0.0, (match_.target - best) / kGain) : match_.rounds_left;
        return kSlope / (kSpread * std::sqrt(rounds + 0.5));
    }
};

}  // namespace haggis
