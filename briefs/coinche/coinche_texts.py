"""What the three programs say themselves, in English and in French."""

from __future__ import annotations

import os
from collections.abc import Mapping

LANGUAGES = ("en", "fr")
SENTENCES = {
    "usage": ("Usage: {program} {parameters}", "Usage : {program} {parameters}"),
    "ADDRESS": ("ADDRESS", "ADRESSE"),
    "PORT": ("PORT", "PORT"),
    "N": ("N", "N"),
    "bad-number": (
        "{name} is '{text}': a number from 1 to {most} was expected.",
        "{name} est « {text} » : un nombre de 1 à {most} était attendu.",
    ),
    "missing": (
        "{missing} is not installed: run make setup, or pip install 'overtrick[server]'.",
        "{missing} n'est pas installé : lancez make setup, ou pip install 'overtrick[server]'.",
    ),
    "no-server": (
        "There is no connection to {address}, port {port}: {reason}.",
        "Pas de connexion à {address}, port {port} : {reason}.",
    ),
    "no-port": (
        "{address}, port {port} cannot be opened: {reason}.",
        "{address}, port {port} ne s'ouvre pas : {reason}.",
    ),
    "no-address": ("there is no such address", "cette adresse n'existe pas"),
    "gone": ("The server has closed the connection.", "Le serveur a fermé la connexion."),
    "won": (
        "{name} ({team}) has won game {number}: {scores}.",
        "{name} ({team}) a gagné la partie {number} : {scores}.",
    ),
    "lost": (
        "{name} ({team}) has lost game {number}: {scores}.",
        "{name} ({team}) a perdu la partie {number} : {scores}.",
    ),
    "broken": (
        "{name} ({team}): game {number} was broken off, {player} has left.",
        "{name} ({team}) : la partie {number} est interrompue, {player} est parti.",
    ),
    "listening": ("Waiting for players: {address}, port {port}.", "En attente de joueurs : {address}, port {port}."),
}
"""by language"""


def language(environment: Mapping[str, str]) -> str:
    """French where the environment asks for it, else English."""
    asked = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "fr" if asked.startswith("fr") else "en"


LANGUAGE = language(os.environ)


def say(key: str, **values: object) -> str:
    """A sentence in the language of this process."""
    return SENTENCES[key][LANGUAGES.index(LANGUAGE)].format(**values)
