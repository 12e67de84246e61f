// Turns the rows of the conformance vectors into native values.
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "json.hpp"
#include "parse.hpp"
#include "presets.hpp"
#include "rules/actions.hpp"
#include "rules/text.hpp"

namespace vectors {

using namespace haggis;

inline std::vector<json::Value> rows(const std::string& folder, const std::string& name) {
    std::ifstream file(folder + "/" + name);
    if (!file) throw std::runtime_error("can't open " + folder + "/" + name);
    std::vector<json::Value> result;
    for (std::string line; std::getline(file, line);)
        if (!line.empty()) result.push_back(json::Reader(line).value());
    return result;
}

inline Rules preset(const std::string& name, int players) {
    if (name == "tournament") return tournament_rules();
    if (name == "rogers-2024") return rogers_2024_rules(players);
    if (name == "rogers-2025") return rogers_2025_rules();
    if (name == "duel") return duel_rules();
    if (name == "standard") return standard_rules(players);
    throw std::runtime_error("no preset " + name);
}

inline Courts courts(const std::string& name) {
    return name == "lower" ? Courts::lower : name == "number" ? Courts::number : Courts::wild;
}
inline Sets sets(const std::string& name) {
    return name == "any" ? Sets::any : name == "suits" ? Sets::suits : Sets::none;
}

inline Rules options(const json::Value& row, int players) {
    Rules rules = standard_rules(players);
    rules.courts = courts(row["courts"].text());
    rules.sets = sets(row["sets"].text());
    rules.bet_wins = row["bet_wins"].text() == "out" ? BetWins::out : BetWins::points;
    rules.lost_bet = row["lost_bet"].text() == "sharers" ? LostBet::sharers : LostBet::first_out;
    rules.bombed_trick = row["bombed_trick"].text() == "chosen" ? BombedTrick::chosen : BombedTrick::runner_up;
    const std::string haggis = row["haggis"].text();
    rules.haggis = haggis == "first-out"     ? HaggisTo::first_out
                   : haggis == "final-trick" ? HaggisTo::final_trick
                                             : HaggisTo::nobody;
    const std::string leftovers = row["leftovers"].text();
    rules.leftovers = leftovers == "first-out"  ? LeftoversTo::first_out
                      : leftovers == "last-out" ? LeftoversTo::last_out
                                                : LeftoversTo::nobody;
    rules.points = row["points"].text() == "flat" ? Points::flat : Points::standard;
    rules.bets = {};
    rules.bet_count = 0;
    for (const json::Value& amount : row["bets"].items())
        rules.bets[rules.bet_count++] = static_cast<std::int32_t>(amount.number());
    return rules;
}

inline Cards cards(const std::string& text) {
    const auto parsed = parse_cards(text);
    if (!parsed) throw std::runtime_error("not cards: " + text);
    return *parsed;
}
inline Reading reading(const std::string& text) {
    const auto parsed = parse_reading(text);
    if (!parsed) throw std::runtime_error("not a reading: " + text);
    return *parsed;
}

inline Play play(const std::string& text) {
    const auto as = text.find(" as ");
    return Play::of(cards(text.substr(0, as)), reading(text.substr(as + 4)));
}

// "0 play 3r 4r J as 1x3:5", "1 pass", "2 give 1", "0 bet 15"
inline Action action(const std::string& text) {
    const int seat = text[0] - '0';
    const std::string rest = text.substr(2);
    if (rest == "pass") return Action::pass(seat);
    if (rest.starts_with("give ")) return Action::give(seat, std::stoi(rest.substr(5)));
    if (rest.starts_with("bet ")) return Action::bet(seat, std::stoi(rest.substr(4)));
    return Action::of(seat, play(rest.substr(5)));
}

inline Round deal(const json::Value& row, const Rules& rules) {
    std::array<Cards, kMaxPlayers> hands{};
    for (int seat = 0; seat < rules.players; ++seat)
        hands[seat] = cards(row["hands"].items()[static_cast<std::size_t>(seat)].text());
    return start_round(rules, hands, cards(row["haggis"].text()), static_cast<int>(row["lead"].number()));
}

}  // namespace vectors
