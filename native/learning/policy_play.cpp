#include "learning/policy_play.hpp"

#include <algorithm>
#include <cmath>

#include "rules/deal.hpp"
#include "search/search.hpp"
#include "support/workers.hpp"
#include "value/lookahead.hpp"

namespace haggis {
namespace {

constexpr int kCarelessWorlds = 3;
constexpr double kCarelessTemperature = 4;
constexpr std::array kShares{0.6, 0.8, 0.88, 1.0};  // of the styles, summed up
static_assert(kShares.size() == kPolicyStyles);

class PolicyPlay {
public:
    PolicyPlay(const Rules& rules, const Network& network, const Policy* policy, const PolicyPlaySettings& settings,
               Rng& rng)
        : rules_(rules), network_(network), policy_(policy), settings_(settings), rng_(rng) {}

    PolicyRows play() {
        for (int seat = 0; seat < rules_.players; ++seat) styles_[seat] = any_style();
        lead_ = static_cast<int>(rng_.below(static_cast<std::uint32_t>(rules_.players)));
        Round round = deal_round(rules_, lead_, rng_);
        for (int seat = 0; seat < rules_.players; ++seat) dealt_[seat] = round.hands[seat] & kNumbers;
        while (!round.over()) {
            const Action action =
                round.phase == Phase::give ? Action::give(round.turn, best_give(round, rules_)) : decide(round);
            past_.push_back(action);
            history_.note(round, action);
            apply(round, rules_, action);
        }
        return std::move(rows_);
    }

private:
    const Rules& rules_;
    const Network& network_;
    const Policy* policy_;
    const PolicyPlaySettings& settings_;
    Rng& rng_;
    std::array<PolicyStyle, kMaxPlayers> styles_{};
    std::array<Cards, kMaxPlayers> dealt_{};
    int lead_ = 0;
    std::vector<Action> past_;
    History history_;
    PolicyRows rows_;

    double chance() { return (static_cast<double>(rng_.next() >> 11) + 0.5) * 0x1p-53; }

    PolicyStyle any_style() {
        return static_cast<PolicyStyle>(std::ranges::lower_bound(kShares, chance()) - kShares.begin());
    }

    Action decide(const Round& round) {
        Candidates room;
        likely_actions(round, rules_, settings_.candidates, room);
        std::size_t chosen = 0;
        if (room.size() > 1) {
            const std::vector<double> wanted = likely(round, room);
            add(round, room, wanted);
            chosen = styles_[round.turn] == PolicyStyle::careless
                         ? drawn(wanted)
                         : static_cast<std::size_t>(std::ranges::max_element(wanted) - wanted.begin());
            if (chance() < settings_.stray) chosen = rng_.below(static_cast<std::uint32_t>(room.size()));
        }
        return action_of(round.turn, room[chosen]);
    }

    std::size_t drawn(const std::vector<double>& chances) {
        double place = chance();
        for (std::size_t i = 0; i < chances.size(); ++i)
            if ((place -= chances[i]) < 0) return i;
        return 0;
    }

    // How likely each action is, by the style of her who acts.
    std::vector<double> likely(const Round& round, const Candidates& room) {
        switch (styles_[round.turn]) {
            case PolicyStyle::search:
                return policy_ ? softmax(searched(round, room), settings_.temperature)
                               : softmax(looked_ahead(round, room, settings_.worlds), settings_.temperature);
            case PolicyStyle::lookahead:
                return softmax(looked_ahead(round, room, settings_.worlds), settings_.temperature);
            case PolicyStyle::careless:
                return softmax(looked_ahead(round, room, kCarelessWorlds), kCarelessTemperature);
            case PolicyStyle::evaluation: break;
        }
        std::vector<double> first(room.size());
        first[0] = 1;  // the best comes first
        return first;
    }

    std::vector<double> looked_ahead(const Round& round, const Candidates& room, int worlds) {
        std::vector<Round> guesses;
        for (int i = 0; i < worlds; ++i) guesses.push_back(redeal_unseen(round, rules_, round.turn, rng_));
        std::vector<Action> actions;
        for (const Candidate& each : room) actions.push_back(action_of(round.turn, each));
        return look_ahead(guesses, rules_, network_, actions);
    }

    // What search doesn't think of is worth next to nothing.
    std::vector<double> searched(const Round& round, const Candidates& room) {
        static const std::atomic<bool> never{false};
        const Knowledge known{rules_, round.turn, lead_, dealt_[round.turn], past_};
        const SearchSettings settings{.nodes = settings_.nodes, .candidates = settings_.candidates, .equity = false};
        const auto choices =
            search(known, {.players = rules_.players}, settings, {network_, *policy_}, rng_.next(), never);
        std::vector<double> worth(room.size(), choices.back().worth - 100);
        for (const Choice& choice : choices)
            for (std::size_t i = 0; i < room.size(); ++i)
                if (choice.action == action_of(round.turn, room[i])) worth[i] = choice.worth;
        return worth;
    }

    static std::vector<double> softmax(std::vector<double> worth, double temperature) {
        const double best = *std::ranges::max_element(worth);
        double sum = 0;
        for (double& each : worth) sum += each = std::exp((each - best) / temperature);
        for (double& each : worth) each /= sum;
        return worth;
    }

    void add(const Round& round, const Candidates& room, const std::vector<double>& wanted) {
        const Viewpoint viewpoint(round, rules_, history_);
        ViewFeatures row;
        viewpoint.shared(row);
        rows_.shared.insert(rows_.shared.end(), row.begin(), row.end());
        rows_.shared_sizes.push_back(static_cast<std::uint16_t>(row.count));
        for (std::size_t i = 0; i < room.size(); ++i) {
            row.count = 0;
            viewpoint.of_action(room[i], best_value(room), row);
            rows_.features.insert(rows_.features.end(), row.begin(), row.end());
            rows_.sizes.push_back(static_cast<std::uint16_t>(row.count));
            rows_.targets.push_back(static_cast<float>(wanted[i]));
        }
        rows_.actions.push_back(static_cast<std::uint16_t>(room.size()));
        rows_.styles.push_back(static_cast<std::uint8_t>(styles_[round.turn]));
    }
};

}  // namespace

std::vector<PolicyRows> policy_play(std::span<const Rules> rulesets, const Network& network, const Policy* policy,
                                    const PolicyPlaySettings& settings, std::uint64_t seed, std::uint64_t first,
                                    std::size_t rounds, int threads, const std::atomic<bool>& stop) {
    std::vector<PolicyRows> rows(rounds);
    share_out<4>(rounds, threads, stop, [&](std::size_t i) {
        Rng rng(seed, first + i);
        rows[i] = PolicyPlay(rulesets[(first + i) % rulesets.size()], network, policy, settings, rng).play();
    });
    return rows;
}

}  // namespace haggis
