// The player `pimc` of TrickGame as a function; `trickgame.py` calls it.

#include "play.h"
#include "trickstrat/pimc.h"

// The card that a player chooses. Cards are numbered as there, with trumps as clubs; seats are 0 to 3.
extern "C" int choose(int turn, int declarer, int n_hand, const int *hand, int n_plays, const int *plays, int leader) {
  Game game(leader);
  end_bidding(game);  // makes clubs trumps, and the leader the declarer
  game.declarer = declarer;
  Player player;
  player.id = turn;
  player.hand = 0;
  player.trickstrat = &pimc;
  for (int i = 0; i < n_hand; i++) player.hand |= ONE << hand[i];
  player.hand = sort(player.hand, game.trump);
  for (int i = 0; i < n_plays; i++) {
    card c = sort(ONE << plays[i], game.trump);
    player.updateBelief(game, c);
    update_card(game, c);
  }
  return CTZ(unsort(player.playCard(game), game.trump));
}
