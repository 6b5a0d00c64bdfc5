"""The layout of the screen. It holds on a terminal of 80 columns and 24 lines."""

from __future__ import annotations

from typing import Final

from overtrick.client.screen.paint import ACCENT, ALARM, BACKGROUND, FAINT, INK, RAISED

STYLE: Final = f"""
Screen {{ background: {BACKGROUND}; color: {INK}; layers: base; }}
Static {{ background: {BACKGROUND}; color: {INK}; }}

#header {{ height: 1; padding: 0 1; background: {RAISED}; }}
#banner {{ height: 1; padding: 0 1; background: {ALARM}; color: {INK}; text-style: bold; display: none; }}
.cut-off #banner {{ display: block; }}

#body {{ height: 1fr; }}
#table {{ width: 1fr; }}
#top, #bottom {{ height: auto; text-align: center; }}
#across {{ height: 1fr; }}
#left, #right {{ width: 15; height: 1fr; padding: 0 1; content-align: left middle; }}
#right {{ text-align: right; content-align: right middle; }}
#middle {{ width: 1fr; height: 1fr; text-align: center; content-align: center middle; }}
#score {{ width: 1fr; padding: 1 2; display: none; }}
.scored #table {{ display: none; }}
.scored #score {{ display: block; }}

#side {{ width: 29; border-left: solid {FAINT}; padding: 0 0 0 1; }}
#state {{ height: auto; margin: 0 0 1 0; }}
#log {{ height: 1fr; background: {BACKGROUND}; color: {INK}; scrollbar-size-vertical: 1; }}

#hand {{ height: auto; padding: 0 1; }}
#options-frame {{ height: auto; max-height: 7; scrollbar-size-vertical: 1; }}
#options {{ height: auto; padding: 0 1; }}
.lobby #options-frame {{ max-height: 14; }}
.lobby #hand, .lobby #state {{ display: none; }}

#prompt-line {{ height: 1; background: {RAISED}; }}
#prompt {{ width: auto; padding: 0 1; background: {RAISED}; color: {ACCENT}; text-style: bold; }}
#entry {{ width: 1fr; height: 1; border: none; padding: 0; background: {RAISED}; color: {INK}; }}
#entry:focus {{ border: none; }}
"""
