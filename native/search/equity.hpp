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

using SeatPoints = std::array<double, kMaxPlayers>;

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
        : match_(match), win_games_(win_games),
          scale_(4 / steepness(*std::max_element(match.totals.begin(), match.totals.begin() + match.players), 0)) {}

    // For each seat, what this round's points are worth to it. `open` is the share of the round that is still to be
    // played, if they are only expected ones; 0: they are final.
    SeatPoints worth(const SeatPoints& points, double open = 0) const {
        SeatPoints worth{};
        if (!win_games_) {
            for (int seat = 0; seat < match_.players; ++seat) worth[seat] = lead(points, seat);
            return worth;
        }
        SeatPoints totals{};
        for (int seat = 0; seat < match_.players; ++seat) totals[seat] = match_.totals[seat] + points[seat];
        worth = chances(totals, open);
        for (double& its : worth) its *= scale_;
        return worth;
    }

    // Own points less the mean of the others'.
    double lead(const SeatPoints& points, int seat) const {
        double others = 0;
        for (int other = 0; other < match_.players; ++other) others += other == seat ? 0 : points[other];
        return points[seat] - others / (match_.players - 1);
    }

    SeatPoints chances(const SeatPoints& totals, double open = 0) const {
        SeatPoints chance{};
        const double best = *std::max_element(totals.begin(), totals.begin() + match_.players);
        if (open == 0 && decided(totals, best)) {
            for (int seat = 0; seat < match_.players; ++seat) chance[seat] = totals[seat] == best;
            return chance;
        }
        const double steep = steepness(best, open);
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

    bool decided(const SeatPoints& totals, double best) const {
        const bool reached = match_.target ? best >= match_.target : match_.rounds_left == 0;
        return reached && std::count(totals.begin(), totals.begin() + match_.players, best) == 1;
    }
    // What is still to be played of this round counts as much as its share of one more.
    double steepness(double best, double open) const {
        const double rounds = match_.target ? std::max(0.0, (match_.target - best) / kGain) : match_.rounds_left;
        return kSlope / (kSpread * std::sqrt(rounds + 0.5 + open / 2));
    }
};

}  // namespace haggis
