/** Games to try the referee with, one for each way in which a verdict can come about. */
import type { Key } from "../words/texts.svelte";

export interface Example {
  name: Key;
  text: string;
}

const FOLLOW = `s 2
Qh 8h Ah 9h
Kh Th 7h Qs
Jh 9s 8s Js
`;

const COUNTING = `s 2
As Ks Qs Js
Qh Jh 8h Ah
7s Ts Th Qd
7d Jd 8d 9d
Kd 7c Ad Qc
Kh 8c 7h 9h
8s 9c Jc Tc
9s Ac Td Kc
`;

const CLEAN = `s 1
7s 9s Ks Js
8h Jh Ah Th
Kd Qs Ad Qd
Kh 7d 7h Qh
Ts Kc As 8s
Jc Ac Qc 8c
8d Tc 9d Td
9c 7c 9h Jd
`;

const SUECA_RENOUNCE = `7D
AH 2D 5H 2H
AC 3D 4C KC
AS 2S 4S 6D
3S 6H 7S 5S
7C 3C 2C 4D
AD 4H QD JD
5D QC 3H 7D
6C KD JC 5C
7H QS KH 6S
JH JS QH KS`;

const SUECA_TWICE = `7D
AH 2D 5H 2H
AC 3D 4C KC
AC 2S 4S 3S
AD 4H QD 6D
4D 7S 3H JD
7D 5D 7C 3C
KS KD QS 5S
7H QC QH 2C
JH JC KH 6C
5C 6S 6H JS
`;

const BRIDGE = `[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:JT82.6.AT74.AKJ9 74.QJT982.J53.Q5 Q96.K753.Q8.8743 AK53.A4.K962.T62"]
[Declarer "E"]
[Contract "2H"]
[Result "9"]
[Auction "N"]
1D 2H Pass Pass
Pass
[Play "S"]
DQ DK DA D3
D8 D2 DT DJ
H3 HA H6 H2
S6 SA S2 S4
S9 SK S8 S7
C3 CT CK C5
SQ S3 ST CQ
C4 C2 C9 H8
H5 H4 D4 H9
HK S5 D7 HT
C7 C6 CJ HJ
H7 D6 SJ HQ
C8 D9 CA D5

[Board "2"]
[Dealer "E"]
[Vulnerable "NS"]
[Deal "E:AQ32.QT8542.63.2 KT864.KJ.Q982.86 J.A6.AKJ54.AQT97 975.973.T7.KJ543"]
[Declarer "E"]
[Contract "4H"]
[Auction "E"]
2H Pass 4H Pass
Pass Pass
[Play "S"]
SK SJ S5 SA
HJ HA H3 H2
C6 CA C3 C2
D2 DA D7 H4
`;

export const EXAMPLES: readonly Example[] = [
  { name: "web.judge.example.follow", text: FOLLOW },
  { name: "web.judge.example.counting", text: COUNTING },
  { name: "web.judge.example.sueca", text: SUECA_RENOUNCE },
  { name: "web.judge.example.bridge", text: BRIDGE },
  { name: "web.judge.example.clean", text: CLEAN },
  { name: "web.judge.example.unread", text: SUECA_TWICE },
];
