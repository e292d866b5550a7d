"""Hooks of schemathesis: "exactly one of q, id, point" cannot be said in the parameters of OpenAPI, so each request keeps one."""

import schemathesis

LOCATORS = ["q", "id", "point", "lat", "bbox"]


def keep_one(members):
    """Keeps the first locator and what goes with it; nothing else is changed."""
    if not isinstance(members, dict):
        return members
    given = [name for name in LOCATORS if name in members]
    kept = dict(members)
    for name in given[1:]:
        kept.pop(name)
    if given[:1] != ["lat"]:
        kept.pop("lng", None)
    if given[:1] == ["bbox"]:
        kept.pop("radius_m", None)
    return kept


@schemathesis.hook
def map_query(context, query):
    return keep_one(query)


@schemathesis.hook
def map_body(context, body):
    if isinstance(body, dict) and isinstance(body.get("items"), list):
        return {**body, "items": [keep_one(item) for item in body["items"]]}
    return body
