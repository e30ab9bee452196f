"""Schemathesis hooks and checks for rules that the OpenAPI document cannot express (fuzz.spec.ts)."""

import json
import os
import re
import unicodedata

import requests
import schemathesis

SITE = os.environ["FUZZ_SITE"]
SESSION = os.environ["FUZZ_SESSION"]
ENDS_SESSION = {"logoutAdministrator", "endSession"}
COOKIE = "sakhi_admin"
GUESTS = json.loads(os.environ["FUZZ_GUESTS"])
HONEYPOT = "website"
# Opaque values issued by the product.
OPAQUE = {"cursor"}
with open(os.environ["FUZZ_DOCUMENT"], encoding="utf-8") as file:
    DOCUMENT = json.load(file)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Gives a call that ends its own session a disposable one."""
    name = case.operation.definition.raw.get("operationId")
    if SESSION and name in ENDS_SESSION and (case.cookies or {}).get(COOKIE) == SESSION:
        case.cookies[COOKIE] = disposable_session()


def disposable_session():
    # An operator's calls may disable or remove a guest: use the next one.
    while GUESTS:
        login = requests.post(f"{SITE}/api/v1/mela/admin/login", json=GUESTS[0], timeout=30)
        if COOKIE in login.cookies:
            return login.cookies[COOKIE]
        GUESTS.pop(0)
    raise RuntimeError("no guest is left")


@schemathesis.hook
def filter_case(context, case):
    """
    Drops invalid data that the API may accept by its general rules: text is cleaned before validation, and blank optional
    text and null count as absent. Only the product knows whether the result is still invalid.
    """
    meta = case.meta
    if meta is None or not meta.generation.mode.is_negative:
        return True
    query = case.query if isinstance(case.query, dict) else {}
    body = case.body if isinstance(case.body, dict) else {}
    needed = set(required_of(case.operation.definition.raw))
    given = [*query.items(), *((name, value) for name, value in body.items() if name not in needed)]
    if any(isinstance(value, str) and not value.strip() for _, value in given):
        return False
    if case.body is None or has_null(body):
        return False
    # The honeypot field accepts any text.
    if not isinstance(body.get(HONEYPOT, ""), str):
        return False
    return all(cleaned(text) == text for text in texts_of([body, query]))


def required_of(operation):
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    schema = body.get("schema", {})
    if "$ref" in schema:
        schema = DOCUMENT["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return schema.get("required", [])


def has_null(value):
    if isinstance(value, dict):
        return any(has_null(each) for each in value.values())
    return value is None


def texts_of(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts_of(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts_of(each)


def cleaned(text):
    composed = unicodedata.normalize("NFC", text).strip()
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]|\s\s+|^\+91", "", composed)


@schemathesis.check
def rejection_has_a_rule(ctx, response, case):
    """Data that fits its schema may be refused only by a rule listed in the field's x-rules."""
    meta = case.meta
    if response.status_code != 400 or meta is None or not meta.generation.mode.is_positive:
        return
    body = response.json()
    if body.get("code") != "invalid_request":
        return
    # Refused in every body, as the document's description states.
    if "__proto__" in json.dumps(case.body if isinstance(case.body, (dict, list)) else None, default=str):
        return
    ruled = set(fields_with_rules(case.operation.definition.raw))
    for field, sentences in (body.get("fields") or {"(none)": [body.get("message")]}).items():
        # NUL is refused in every text, as the document's description states.
        if any("cannot be stored" in each for each in sentences):
            continue
        assert field in ruled | OPAQUE, f"{field} fits the document and is refused: {sentences}"


def fields_with_rules(operation):
    for parameter in operation.get("parameters", []):
        if "x-rules" in parameter.get("schema", {}):
            yield parameter["name"]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    yield from fields_of(body.get("schema", {}), "")


def fields_of(schema, prefix):
    if "$ref" in schema:
        schema = DOCUMENT["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    for key in ("oneOf", "allOf", "anyOf"):
        for each in schema.get(key, []):
            yield from fields_of(each, prefix)
    for name, field in schema.get("properties", {}).items():
        if "x-rules" in field:
            yield f"{prefix}{name}"
        yield from fields_of(field, f"{prefix}{name}.")
