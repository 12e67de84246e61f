#include "generator/runs.hpp"

#include <array>

#include "generator/grids.hpp"

namespace haggis {
namespace {

// Lowest, highest and number of the cards of one suit, numbered from 0.
struct Profile {
    int low, high, count;
};
constexpr int kProfiles = 9 * 9 * 10;
constexpr int number_of(Profile profile) { return (profile.low * 9 + profile.high) * 10 + profile.count; }
constexpr Profile profile_of(unsigned ranks) {
    return {std::countr_zero(ranks), static_cast<int>(std::bit_width(ranks)) - 1, kSuitCount[ranks]};
}

constexpr bool courts_fit(unsigned courts, int multiplicity, int above, Courts option) {
    if (above == 0) return true;
    if (option == Courts::wild) return false;
    const unsigned forced = (1u << above) - 1;
    if (option == Courts::number) return multiplicity == 1 && (courts & forced) == forced;
    return multiplicity * above <= kSuitCount[courts];
}

// Every window of ranks that covers the profile, as (multiplicity, ranks up to ten, above ten).
template <class Visit>
constexpr void each_window(Profile profile, Visit&& visit) {
    for (int multiplicity = 1; multiplicity <= 2; ++multiplicity)
        for (int above = 0; above <= 3; ++above)
            for (int start = 0; start <= profile.low; ++start)
                for (int end = above ? kRanks : profile.high + 1; end <= kRanks; ++end)
                    visit(multiplicity, end - start, above, end);
}

template <class Visit>
constexpr void each_word(Profile profile, unsigned held, Courts option, Visit&& visit) {
    each_window(profile, [&](int multiplicity, int ranks, int above, int end) {
        const int length = ranks + above;
        const int needed = multiplicity * length - profile.count;
        if (length < shortest_run(multiplicity) || needed > kSuitCount[held]) return;
        const auto reading = Reading::of(multiplicity, length, end + above + kLowRank - 1);
        for (unsigned courts = 0; courts < 8; ++courts) {
            if ((courts & ~held) || kSuitCount[courts] != needed) continue;
            if (courts_fit(courts, multiplicity, above, option))
                visit(Play::of(Cards{courts} << kCourtBit, reading).word);
        }
    });
}

// Profiles that three court cards can't join have no words and need no room.
constexpr bool possible(Profile profile) {
    const int span = profile.high - profile.low + 1;
    if (profile.count < (span > 1 ? 2 : 1) || profile.count > span) return false;
    return span >= 1 && span - profile.count <= 3;
}

constexpr int kWordsInAll = 3500;  // of one courts option; checked below

struct Table {
    // Words of a profile: words[first[held][profile]] up to the next profile's first.
    std::array<std::array<std::uint16_t, kProfiles + 1>, 8> first{};
    std::array<std::uint64_t, kWordsInAll> words{};
    std::array<std::array<std::uint16_t, 512>, 8> plays{};  // of a whole suit, by court cards held
    int used = 0;
};

constexpr void fill_words(Table& table, unsigned held, Courts option) {
    for (int low = 0; low < kRanks; ++low)
        for (int high = 0; high < kRanks; ++high)
            for (int count = 0; count < 10; ++count) {
                const Profile profile{low, high, count};
                table.first[held][number_of(profile)] = static_cast<std::uint16_t>(table.used);
                if (!possible(profile)) continue;
                each_word(profile, held, option, [&](std::uint64_t word) { table.words[table.used++] = word; });
            }
    table.first[held][kProfiles] = static_cast<std::uint16_t>(table.used);
}

// The plays of a suit are those of all its parts: add up over subsets, one rank at a time.
constexpr void fill_plays(Table& table, unsigned held) {
    auto& plays = table.plays[held];
    for (unsigned ranks = 1; ranks < 512; ++ranks) {
        const int profile = number_of(profile_of(ranks));
        plays[ranks] = static_cast<std::uint16_t>(table.first[held][profile + 1] - table.first[held][profile]);
    }
    for (int rank = 0; rank < kRanks; ++rank)
        for (unsigned ranks = 0; ranks < 512; ++ranks)
            if (ranks >> rank & 1) plays[ranks] = static_cast<std::uint16_t>(plays[ranks] + plays[ranks ^ 1u << rank]);
}

constexpr Table make_table(Courts option) {
    Table table;
    for (unsigned held = 0; held < 8; ++held) {
        fill_words(table, held, option);
        fill_plays(table, held);
    }
    return table;
}

constexpr std::array<Table, 3> kTables{make_table(Courts::lower), make_table(Courts::number), make_table(Courts::wild)};

constexpr auto kProfileOf = [] {
    std::array<std::uint16_t, 512> table{};
    for (unsigned ranks = 1; ranks < 512; ++ranks)
        table[ranks] = static_cast<std::uint16_t>(number_of(profile_of(ranks)));
    return table;
}();

const Table& table_of(const Rules& rules) { return kTables[static_cast<std::size_t>(rules.courts)]; }

}  // namespace

int count_runs(const Hand& hand, const Rules& rules) {
    const auto& plays = table_of(rules).plays[hand.courts];
    return plays[hand.suit[0]] + plays[hand.suit[1]] + plays[hand.suit[2]] + plays[hand.suit[3]] + plays[hand.suit[4]];
}

std::uint64_t* list_runs(const Hand& hand, const Rules& rules, std::uint64_t* out) {
    const Table& table = table_of(rules);
    const auto& first = table.first[hand.courts];
    for (int suit = 0; suit < kMaxSuits; ++suit) {
        const unsigned ranks = hand.suit[suit];
        for (unsigned part = ranks; part; part = (part - 1) & ranks) {
            const Cards cards = Cards{part} << (suit * kRanks);
            const int profile = kProfileOf[part];
            for (int i = first[profile]; i < first[profile + 1]; ++i) *out++ = table.words[i] | cards;
        }
    }
    return out;
}

Play pick_run(const Hand& hand, const Rules& rules, int index) {
    const Table& table = table_of(rules);
    const auto& first = table.first[hand.courts];
    int suit = 0;
    for (; index >= table.plays[hand.courts][hand.suit[suit]]; ++suit)
        index -= table.plays[hand.courts][hand.suit[suit]];
    unsigned part = hand.suit[suit];
    for (;; part = (part - 1) & hand.suit[suit]) {
        const int profile = kProfileOf[part];
        const int words = first[profile + 1] - first[profile];
        if (index < words) return {table.words[first[profile] + index] | Cards{part} << (suit * kRanks)};
        index -= words;
    }
}

}  // namespace haggis
