//! Players of suecann that choose cards of Sueca, asked by JSON lines; `programs.py` tells what is asked and answered.
//!
//!     overtrick pimc|rollouts WORLDS

use serde_json::Value;
use std::io::{self, BufRead, Write};
use sueca_solver::engine::CARD_SUIT;
use sueca_solver::pimc::{solve_pimc, solve_pimc_rollout};
use sueca_solver::simulator::SuecaSimulatorGame;

const RANKS: &str = "23456QJK7A";
const SUITS: &str = "hdcs";
const PACK: u64 = (1 << 40) - 1;
const DEPTH: u8 = 3; // of the search, in tricks, as its own test of its strength has it

unsafe extern "C" {
    fn clock() -> i64; // CPU time of all threads, in millionths of a second
}

fn card(text: &str) -> u8 {
    let mut letters = text.chars();
    let rank = RANKS.find(letters.next().unwrap()).unwrap();
    (SUITS.find(letters.next().unwrap()).unwrap() * 10 + rank) as u8
}

fn name(card: u8) -> String {
    let (suit, rank) = (card as usize / 10, card as usize % 10);
    format!("{}{}", &RANKS[rank..=rank], &SUITS[suit..=suit])
}

/// The seat of a player for whoever is asked, who sits at 0; its seats are numbered against the order of play.
fn seat(asked: &Value, player: &Value) -> usize {
    (asked["turn"].as_u64().unwrap() + 4 - player.as_u64().unwrap()) as usize % 4
}

fn cards(texts: &Value) -> Vec<u8> {
    texts.as_array().unwrap().iter().map(|text| card(text.as_str().unwrap())).collect()
}

/// The deal as it stands, for the seats 0 and 2, whose points its search maximizes wherever it sits. Hidden hands
/// have the right sizes, and any cards that were not seen.
fn game(asked: &Value) -> SuecaSimulatorGame {
    let plays = cards(&asked["plays"]);
    let players: Vec<usize> = asked["players"].as_array().unwrap().iter().map(|player| seat(asked, player)).collect();
    let mut hands = [0u64; 4];
    for held in cards(&asked["hand"]) {
        hands[0] |= 1 << held;
    }
    for (player, play) in players.iter().zip(&plays) {
        hands[*player] |= 1 << play;
    }
    let mut unseen = PACK & !hands.iter().fold(0, |all, hand| all | hand);
    for hand in hands.iter_mut() {
        while hand.count_ones() < 10 {
            *hand |= unseen & unseen.wrapping_neg();
            unseen &= unseen - 1;
        }
    }
    let trump = SUITS.find(&asked["contract"]["strain"].as_str().unwrap().to_lowercase()).unwrap();
    let leader = players.first().copied().unwrap_or(0);
    let mut game = SuecaSimulatorGame::new(hands, trump as u8, leader as u8);
    for play in plays {
        game.play_card(play);
    }
    game
}

fn choose(kind: &str, worlds: usize, game: &SuecaSimulatorGame, seed: u64) -> u8 {
    let state = &game.state;
    let found = if kind == "rollouts" {
        solve_pimc_rollout(game, worlds, seed)
    } else {
        let trick = &game.current_trick[..game.current_trick_len];
        solve_pimc(
            state.current_player,
            state.hands[state.current_player as usize],
            PACK & !state.hands.iter().fold(0, |all, hand| all | hand),
            game.voids,
            state.hands.map(|hand| hand.count_ones() as u8),
            state.trump,
            trick.first().map_or(4, |led| CARD_SUIT[*led as usize]),
            trick,
            state.current_player,
            state.current_trick_winner,
            state.current_trick_best_card,
            [state.team_02_score, state.team_13_score],
            state.trick_number,
            worlds,
            DEPTH,
            seed,
            true, // it does not give up where cards seem alike: then it would play the first one
            None,
        )
    };
    let best = found.iter().max_by(|one, other| one.ev.total_cmp(&other.ev));
    best.map_or(state.legal_moves().trailing_zeros() as u8, |result| result.card)
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (kind, worlds) = (&arguments[1], arguments[2].parse().unwrap());
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let game = game(&serde_json::from_str(&line.unwrap()).unwrap());
        let start = unsafe { clock() };
        let card = choose(kind, worlds, &game, number as u64 + 1);
        let seconds = (unsafe { clock() } - start) as f64 / 1e6;
        println!("{}", serde_json::json!({"action": name(card), "seconds": seconds}));
        io::stdout().flush().unwrap();
    }
}
