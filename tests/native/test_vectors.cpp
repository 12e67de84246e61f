// The conformance vectors: readings, plays, perft and whole games.
#include <algorithm>

#include "check.hpp"
#include "generator/perft.hpp"
#include "generator/plays.hpp"
#include "rules/scoring.hpp"
#include "vectors.hpp"

using namespace haggis;
using vectors::rows;

namespace {

std::vector<std::string> sorted(std::vector<std::string> texts) {
    std::sort(texts.begin(), texts.end());
    return texts;
}

std::vector<std::string> texts(const json::Value& list) {
    std::vector<std::string> result;
    for (const json::Value& item : list.items()) result.push_back(item.text());
    return sorted(result);
}

void readings(check::Tally& tally, const std::string& folder) {
    for (const json::Value& row : rows(folder, "readings.jsonl")) {
        Rules rules = standard_rules(static_cast<int>(row["players"].number()));
        rules.courts = vectors::courts(row["courts"].text());
        rules.sets = vectors::sets(row["sets"].text());
        std::vector<std::string> found;
        for (const Reading reading : readings_of(vectors::cards(row["cards"].text()), rules))
            found.push_back(text_of(reading));
        CHECK(tally, sorted(found) == texts(row["readings"]), row["cards"].text());
    }
}

void plays(check::Tally& tally, const std::string& folder) {
    PlayList list;
    for (const json::Value& row : rows(folder, "plays.jsonl")) {
        const Rules rules = vectors::preset(row["preset"].text(), static_cast<int>(row["players"].number()));
        const Cards hand = vectors::cards(row["hand"].text());
        const Reading top = row["on"].null() ? Reading{} : vectors::reading(row["on"].text());
        list_plays(hand, top, rules, list);
        CHECK(tally, list.size() == row["count"].number(),
              row["hand"].text() + " gives " + std::to_string(list.size()));
        CHECK(tally, count_plays(hand, top, rules) == list.size(), row["hand"].text());
        if (row["plays"].null()) continue;
        std::vector<std::uint64_t> wanted;
        for (const json::Value& text : row["plays"].items()) wanted.push_back(vectors::play(text.text()).word);
        std::vector<std::uint64_t> found(list.begin(), list.end());
        std::sort(wanted.begin(), wanted.end());
        std::sort(found.begin(), found.end());
        CHECK(tally, found == wanted, row["hand"].text());
    }
}

void act(check::Tally& tally, Round& round, const Rules& rules, const std::string& text) {
    const Action action = vectors::action(text);
    const std::string reason = objection(round, rules, action);
    CHECK(tally, reason.empty(), text + ": " + reason);
    if (reason.empty()) apply(round, rules, action);
}

void perfts(check::Tally& tally, const std::string& folder) {
    const std::atomic<bool> stop = false;
    for (const json::Value& row : rows(folder, "perft.jsonl")) {
        const Rules rules = vectors::preset(row["preset"].text(), static_cast<int>(row["players"].number()));
        Round round = vectors::deal(row, rules);
        for (const json::Value& text : row["actions"].items()) act(tally, round, rules, text.text());
        int depth = 0;
        for (const json::Value& leaves : row["perft"].items()) {
            const auto wanted = static_cast<std::uint64_t>(leaves.number());
            const auto found = perft(round, rules, ++depth, stop);
            CHECK(tally, found == wanted,
                  row["preset"].text() + " depth " + std::to_string(depth) + ": " + std::to_string(found) + ", not " +
                      std::to_string(wanted));
            std::uint64_t divided = 0;
            for (const PerftBranch& branch : perft_divide(round, rules, depth, stop)) divided += branch.leaves;
            CHECK(tally, divided == wanted, "divide");
        }
    }
}

void one_round(check::Tally& tally, const json::Value& row, const Rules& rules) {
    Round round = vectors::deal(row, rules);
    for (const json::Value& text : row["actions"].items()) act(tally, round, rules, text.text());
    CHECK(tally, round.over(), "the round should be over");
    if (!round.over()) return;
    for (std::size_t i = 0; i < row["out"].items().size(); ++i)
        CHECK(tally, round.out[i] == row["out"].items()[i].number(), "out");
    const Scores scores = score_round(round, rules);
    for (std::size_t seat = 0; seat < rules.players; ++seat) {
        const json::Value& wanted = row["scores"].items()[seat];
        CHECK(tally, scores[seat].hand == wanted["hand"].number(), "hand");
        CHECK(tally, scores[seat].cards == wanted["cards"].number(), "cards");
        CHECK(tally, scores[seat].bets == wanted["bets"].number(), "bets");
    }
}

void games(check::Tally& tally, const std::string& folder) {
    for (const json::Value& game : rows(folder, "games.jsonl")) {
        const int players = static_cast<int>(game["seats"].items().size());
        const Rules rules = vectors::options(game["rules"], players);
        for (const json::Value& row : game["rounds"].items()) one_round(tally, row, rules);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return std::cerr << "usage: test_vectors FOLDER\n", 2;
    using check::Tally;
    return check::run({
        {"readings", [&](Tally& tally) { readings(tally, argv[1]); }},
        {"plays", [&](Tally& tally) { plays(tally, argv[1]); }},
        {"perft", [&](Tally& tally) { perfts(tally, argv[1]); }},
        {"games", [&](Tally& tally) { games(tally, argv[1]); }},
    });
}
