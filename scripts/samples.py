"""A sample of every notation that is read, from which bad ones are made."""

from __future__ import annotations

BELOTE = "s 2\nQh 8h Ah 9h\nKh Th 7h Qs\nJh 9s 8s Js\n"
SUECA = "7D\nAH 2D 5H 2H\nAC 3D 4C KC\nAS 2S 4S 6D\n3S 6H 7S 5S\n"
RECORD = (
    '{"v":1,"game":"euchre","preset":"hoyle","house":{},"seats":["a","b","c","d"],"dealer":4,"deal":{"hands":'
    '[["9s","Ts"],null,"AK..7.7",null],"turn_up":"Jh","kitty":["9c"],"discard":"9d"},"auction":["pass","order"],'
    '"contract":{"strain":"H","side":1,"seat":3,"value":null,"double":0},"plays":["Ah","9h"],"scores":[1,0],'
    '"fair":null,"tags":{}}\n'
)
PBN = """% PBN 2.1
%Creator: nobody
[Event "##A \\"match\\""]
[Board "7"] ; the seventh
[West "Doe, J."]
[Dealer "S"]
[Vulnerable "Both"]
[Deal "W:AQ2.KJ5.T987.643 KT9.A42.KQ2.KJ87 8765.T98.65.QT52 J43.Q763.AJ43.A9"]
[Scoring "Rubber"]
[Declarer "^S"]
[Contract "1NTX"]
[Result "EW 6"]
[Score "NS -100"]
{a comment
% over lines}
[Auction "W"]
- - - ^I 1NT =1= $25
X !? ^S AP
[Note "1:weak"]
[Play "W"]
SA S9 +
[OptimumResultTable "Declarer;Result\\2R"]
N  7
S "ten" -

[Event "#"]
[Contract "H"]
[Play "N"]
HA H2 ^R S3 H4 ! {good}
- ^L C2 - -
*
"""
LIN = (
    "vg|A match,1,I,1,2,,,,|rs|1NS=,|pn|a,b,c,d,e,f,g,h|pg||\nqx|o1|md|1S8765HT98D65CQT52,SAQ2HKJ5DT987C643,"
    "SKT9HA42DKQ2CKJ87,|sv|b|mb|1N!|an|weak|mb|d|mb|p|mb|p|mb|p|pg||pc|S2|pc|ST|nt|hm|pc|s3|mc|7|pg||\n"
    "qx|c2,BOARD 2|st||md|3S2,H3,,|rh||ah|Board 2|sk|y|mb|p|mb|pp|pg||\npn|a,b,c,d|md|4,,,|mc|7|"
)
RBN = """% RBN
D 20230107:1930
T A hand::One of many:Jo Writer
S S:3
F I
K Reds:Blues:12:4

N Ann+Sue:Wes+Eve:O
{They have met
before.}
B 7
H W:AQ2.KJ5.T987.643:KT9.A42.KQ2.KJ87;8765.T98.65.QT52:
A NE:1N^1P2C*P:2D!?P3NA
1 15-17
C 3N9:N
P S53A9:S2K64:DK!
R 9+400:+2
M ::9876A=:!!

N Nan+Sam:Wim+Ed:C
A 1NPY
C H:S:S
P SK--.
R P:-2
"""
EGN = (
    '{"fileType":"Euchre Game Notation","version":"1.4","metadata":{"players":["a",{"name":"b"},"c","d"],'
    '"initialScore":[0,0],"ruleset":{"std":true,"loner_lead":"LEFT_OF_LONER","defend_alone":true,"joker":false}},"deals":['
    '{"dealNumber":0,"initialState":{"dealer":3,"upCard":"Jd","playerCards":[["Ac","Ah","9d"],[],[],[]]},"phases":['
    '{"phaseNumber":0,"type":"EUCHRE_BIDDING","calls":["Pass","Order"],"isAlone":true,"aloneDefender":0,"discard":"9s"},'
    '{"phaseNumber":1,"type":"TRICK_PLAY","tricks":[["Ac","L"],["R","Xx"]]}]}]}\n'
)
DEAL = "N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K"
