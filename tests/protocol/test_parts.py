"""Parts of messages that know something."""

import pytest

from overtrick.protocol.incoming import Proposal
from overtrick.protocol.outgoing import ProposalInfo


@pytest.mark.parametrize(
    ("what", "seats"), [("take-back", [1, 3, 4]), ("rematch", [1, 3, 4]), ("resign", [4]), ("claim", [1, 3])]
)
def test_a_proposal_waits_for_those_whom_it_concerns(what: Proposal, seats: list[int]) -> None:
    assert [seat for seat in range(1, 5) if ProposalInfo(2, what).waits_for(seat)] == seats


def test_whoever_has_agreed_is_not_waited_for() -> None:
    made = ProposalInfo(2, "rematch", agreed=(1, 4))
    assert [seat for seat in range(1, 5) if made.waits_for(seat)] == [3]
