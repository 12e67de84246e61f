#include "learning/self_play.hpp"

#include <algorithm>
#include <cmath>

#include "evaluation/evaluation.hpp"
#include "rules/deal.hpp"
#include "rules/scoring.hpp"
#include "support/workers.hpp"

namespace haggis {
namespace {

using Leads = std::array<double, kMaxPlayers>;

struct Position {
    Round round;
    bool strayed;  // what was done here says nothing of its worth
};

double chance(Rng& rng) { return (static_cast<double>(rng.next() >> 11) + 0.5) * 0x1p-53; }

Leads leads_so_far(const Round& round, const Rules& rules) {
    Totals points{};
    for (int seat = 0; seat < rules.players; ++seat) points[seat] = round.captured[seat] + round.hand_score[seat];
    Leads leads{};
    for (int seat = 0; seat < rules.players; ++seat) leads[seat] = ahead(points, rules.players, seat);
    return leads;
}

class SelfPlay {
public:
    SelfPlay(const Rules& rules, const Network* network, const SelfPlaySettings& settings, Rng& rng)
        : rules_(rules), network_(network), settings_(settings), rng_(rng) {}

    TrainingRows play() {
        Round round = deal_round(rules_, static_cast<int>(rng_.below(rules_.players)), rng_);
        while (!round.over()) act(round);
        return rows(round);
    }

private:
    const Rules& rules_;
    const Network* network_;
    const SelfPlaySettings& settings_;
    Rng& rng_;
    std::vector<Position> positions_;
    Candidates room_;

    void act(Round& round) {
        const bool strays = chance(rng_) < settings_.stray;
        if (round.phase == Phase::play) positions_.push_back({round, strays});
        if (!network_ && !strays) return evaluation_step(round, rules_, tuned_weights(rules_.players), rng_, room_);
        const auto actions = candidate_actions(round, rules_, settings_.candidates);
        if (strays || actions.size() == 1)
            return apply(round, rules_, actions[rng_.below(static_cast<std::uint32_t>(actions.size()))]);
        apply(round, rules_, drawn(round, actions));
    }

    // A draw from the softmax of what the network expects: the best one, each handicapped by a Gumbel number.
    Action drawn(const Round& round, const std::vector<Action>& actions) {
        std::vector<Round> worlds;
        for (int i = 0; i < settings_.worlds; ++i) worlds.push_back(redeal_unseen(round, rules_, round.turn, rng_));
        std::vector<double> promise = look_ahead(worlds, rules_, *network_, actions);
        for (double& its : promise) its -= settings_.temperature * std::log(-std::log(chance(rng_)));
        return actions[static_cast<std::size_t>(std::ranges::max_element(promise) - promise.begin())];
    }

    // From the last position to the first: what is behind a position counts by lambda, the network's value of the
    // next position by the rest.
    TrainingRows rows(const Round& end) const {
        TrainingRows rows;
        Leads target = leads_at(end);
        for (auto position = positions_.rbegin(); position != positions_.rend(); ++position) {
            const Leads value = network_ && settings_.lambda < 1 ? leads_at(position->round) : target;
            if (position->strayed) {
                target = value;
                continue;
            }
            add(position->round, target, end.out[0], rows);
            for (int seat = 0; seat < rules_.players; ++seat)
                target[seat] = settings_.lambda * target[seat] + (1 - settings_.lambda) * value[seat];
        }
        return rows;
    }

    Leads leads_at(const Round& round) const {
        static const Network none;
        return expected_leads(round, rules_, network_ ? *network_ : none);
    }

    void add(const Round& round, const Leads& target, int first_out, TrainingRows& rows) const {
        Features features;
        find_features(round, rules_, features);
        rows.features.insert(rows.features.end(), features.begin(), features.end());
        rows.sizes.push_back(static_cast<std::uint16_t>(features.count));
        const Leads past = leads_so_far(round, rules_);
        for (int who = 0; who < rules_.players; ++who) {
            const int seat = (round.turn + who) % rules_.players;
            rows.leads.push_back(static_cast<float>(target[seat] - past[seat]) / kLeadScale);
        }
        rows.first_out.push_back(static_cast<std::uint8_t>((first_out - round.turn + rules_.players) % rules_.players));
    }
};

}  // namespace

std::vector<TrainingRows> self_play(std::span<const Rules> rulesets, const Network* network,
                                    const SelfPlaySettings& settings, std::uint64_t seed, std::uint64_t first,
                                    std::size_t rounds, int threads, const std::atomic<bool>& stop) {
    std::vector<TrainingRows> rows(rounds);
    share_out<4>(rounds, threads, stop, [&](std::size_t i) {
        Rng rng(seed, first + i);
        rows[i] = SelfPlay(rulesets[(first + i) % rulesets.size()], network, settings, rng).play();
    });
    return rows;
}

}  // namespace haggis
