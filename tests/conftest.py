"""Settings of all tests, and of property tests.

A play of a deal has so many parts that Hypothesis shrinks it for minutes, so that it only does so when asked:
`pytest --hypothesis-profile=shrink`.
"""

import signal

from hypothesis import HealthCheck, Phase, settings

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell; programs under test inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("shrink", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("shrink"), phases=[Phase.explicit, Phase.reuse, Phase.generate])
settings.load_profile("quick")
