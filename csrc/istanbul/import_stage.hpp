// What each stage needs of the other fields, so that no action of an imported state can lead astray.
#pragma once

#include "istanbul/fields.hpp"
#include "istanbul/moves.hpp"

namespace rattus_ai::istanbul {

inline void check_stage(const Rules& rules, const State& state, util::FieldReader& in) {
    const Turn& turn = state.turn;
    auto need = [&](bool condition, const char* field, const char* what) { in.require(condition, field, std::string(what) + " in stage " + kStageNames[static_cast<int>(turn.stage)]); };
    const Board& board = state.board;
    const bool placed = board.figures[0] != 0 && board.figures[1] != 0 && (!rules.expansion || board.figures[2] != 0);
    const bool set_up = turn.stage == Stage::kFigure || turn.stage == Stage::kDemandLarge || turn.stage == Stage::kDemandSmall || turn.stage == Stage::kDeal;
    if (!set_up) {
        need(placed, "governor", "the figures must be placed");
        need(board.demand_count[0] != 0 && board.demand_count[1] != 0, "demand_large.order", "both markets must have a tile");
    }
    const bool acting = (turn.stage >= Stage::kAction && turn.stage <= Stage::kOption && turn.stage != Stage::kDice) || ((turn.called != 0 || turn.named != kNone));
    if (acting) need(turn.acting != 0, "acting", "there must be a place");
    if (turn.stage == Stage::kAction && turn.remote == 0) need(turn.acting == (turn.guild != 0 ? turn.guild : mover(state).merchant), "acting", "it must be the place of the merchant or of the guild card");
    if (turn.compulsory != 0) need(turn.guild != 0, "compulsory", "only a guild card compels");
    const bool goes_back = turn.stage == Stage::kDraw || turn.stage == Stage::kDrawGuild || turn.stage == Stage::kSwap;
    if (goes_back) need(turn.back != Stage::kNoStage, "back", "something must follow");
    if (turn.back != Stage::kNoStage) {
        need(goes_back || turn.stage == Stage::kRoll || turn.stage == Stage::kDice, "back", "nothing may follow");
        const bool follows = turn.back == Stage::kMove || turn.back == Stage::kAssistant || turn.back == Stage::kPay || turn.back == Stage::kAction || turn.back == Stage::kAfter ||
                             turn.back == Stage::kDiscard || turn.back == Stage::kDiscardGuild || turn.back == Stage::kFigure || turn.back == Stage::kFigurePay || turn.back == Stage::kLastCards;
        need(follows, "back", "this stage does not follow");
        if (turn.back == Stage::kAction || turn.back == Stage::kDiscard || turn.back == Stage::kDiscardGuild) need(turn.acting != 0, "acting", "there must be a place");
        if (turn.back == Stage::kFigure || turn.back == Stage::kFigurePay) need(turn.figure != 0, "figure", "there must be one");
    }
    if (turn.done_place != 0) need(can_be_repeated(turn.done_place), "done_place", "no card does the action of that place again");
    switch (turn.stage) {
        case Stage::kFigure:
            need(turn.figure != 0, "figure", "there must be one");
            if (turn.figure == 1 + figure::kNeutral) need(turn.rolling != 0, "rolling", "a neutral merchant must be on his way");
            break;
        case Stage::kFigurePay:
            need(turn.figure >= 1 && turn.figure <= (rules.expansion ? 3 : 2), "figure", "it must be the governor, the smuggler or the trader");
            break;
        case Stage::kDemandLarge:
        case Stage::kDemandSmall: {
            const int market = turn.stage == Stage::kDemandLarge ? 0 : 1;
            need(Market::unseen(rules, state, market) != 0, market == 0 ? "demand_large.unseen" : "demand_small.unseen", "a tile must be unseen");
            if (board.demand_count[market] != 0) need(turn.acting == place::kLargeMarket + market, "acting", "it must be the market");
            break;
        }
        case Stage::kDeal:
            need(deck_size(state) > 0, "deck", "there must be a card");
            break;
        case Stage::kDraw:
            need(deck_size(state) > 0 && turn.draws_left > 0, "draws_left", "there must be a card to draw");
            break;
        case Stage::kDrawGuild:
            need(guild_deck_size(state) > 0 && turn.draws_left > 0, "draws_left", "there must be a card to draw");
            break;
        case Stage::kRoll:
        case Stage::kDice: {
            const int purposes = (turn.called != 0) + (turn.named != kNone) + (turn.back != Stage::kNoStage);
            need(purposes == 1, "called", "the roll must be for the Tea House, the Black Market or a prize");
            const bool rolled = turn.dice[0] >= 1 && turn.dice[1] >= turn.dice[0];
            need(turn.stage == Stage::kDice ? rolled : turn.dice[0] == 0 && turn.dice[1] == 0, "dice", "they must be ascending once rolled, and 0 before");
            break;
        }
        case Stage::kExtra:
            need(turn.acting >= place::kFabricWarehouse && turn.acting <= place::kFruitWarehouse && mover(state).lira >= rules.meeting_price, "acting", "it must be a warehouse, and the purchase be payable");
            break;
        case Stage::kMarket:
            need(turn.acting == place::kSmallMarket, "acting", "it must be the Small Market");
            break;
        case Stage::kDeliver:
            need(turn.acting == place::kPalace, "acting", "it must be the Palace");
            break;
        case Stage::kBeside:
            need(board.barrier != kNone, "barrier", "it must be on the board");
            break;
        default:
            break;
    }
    if (!in.fine() || turn.stage == Stage::kTerminal) return;
    if (!is_chance(turn.stage)) need(count_actions(rules, state) != 0, "stage", "nobody can do anything");
}

}  // namespace rattus_ai::istanbul
