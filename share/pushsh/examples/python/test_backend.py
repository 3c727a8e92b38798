"""What the customer sees and what the warehouse gets of the backend's sends. Run with `pytest`."""

import urllib.error

import pytest

from backend import Backend


@pytest.fixture
def backend(phone):
    return Backend(f"http://127.0.0.1:{phone.ports['fcm']}", "example-push")


def test_a_coupon_is_shown_tapped_and_stored(phone, backend):
    token = phone.ask("tokens")["registration"]
    message = backend.send_coupon(token, "summer")

    shown = phone.ask("notifications")["shown"]
    assert [(s["id"], s["title"]) for s in shown] == [(message, "20% off")]

    phone.do("tap", id=message)
    phone.do("flush")
    rows = phone.do("query", sql="SELECT type, user_id FROM mobile.push_events"
                                 " WHERE type = 'open'")
    assert rows == [{"type": "open", "user_id": None}]


def test_a_dead_token_is_told_to_the_backend(phone, backend):
    token = phone.ask("tokens")["registration"]
    phone.do("token refresh")
    with pytest.raises(urllib.error.HTTPError) as refusal:
        backend.send_coupon(token, "summer")
    assert refusal.value.code == 404
    assert phone.ask("notifications")["shown"] == []


def test_nothing_is_left_of_the_tests_before(phone):
    assert phone.ask("notifications")["shown"] == []
    run = phone.ask("run", text="expect count shown == 0\nexpect status == ok")
    assert run["exit_status"] == 0, run["failures"]
