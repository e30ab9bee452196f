/**
 * Deliberate faults, each with the test that must detect it. `npm run lab -- mutations` applies them one at a time to a copy of the
 * tree.
 *
 * @typedef {object} Mutation
 * @property {string} fault what is broken
 * @property {string} file
 * @property {string} find text that occurs once in the file
 * @property {string} replace
 * @property {string} spec spec file that must fail
 * @property {string} [test] runs only tests whose title contains this
 * @property {string} [minutes] how long a model may search for a counterexample
 */

/** @type {Mutation[]} */
export const MUTATIONS = [
  {
    fault: "the unique index of live bookings is dropped",
    file: "backend/assets/baseline.sql",
    find: "CREATE UNIQUE INDEX bookings_one_live_per_stall",
    replace: "CREATE INDEX bookings_one_live_per_stall",
    spec: "backend/test/bookings/reserve-race.spec.ts",
    test: "by concurrent late money for the stall becomes stall_reserved",
  },
  {
    fault: "a webhook is marked handled before its effect",
    file: "backend/src/payments/webhooks.service.ts",
    find: "    if (refundId !== null && (await this.refunds.exists(refundId))) {",
    replace:
      "    await this.database.transaction((tx) => handled(tx, true));\n    if (refundId !== null && (await this.refunds.exists(refundId))) {",
    spec: "backend/test/payments/webhook.spec.ts",
    test: "retries with growing backoff",
  },
  {
    fault: "the coupon's lock is left out",
    file: "backend/src/coupons/coupons.service.ts",
    find: '"SELECT 1 FROM coupons WHERE code = $1 FOR UPDATE"',
    replace: '"SELECT 1 FROM coupons WHERE code = $1"',
    spec: "backend/test/coupons/coupons.spec.ts",
    test: "is claimed by one of 20 visitors",
  },
  {
    fault: "the lock of a network's holds is left out",
    file: "backend/src/bookings/reservations.service.ts",
    find: "      this.networkHolds.lock(tx, networks),\n",
    replace: "      undefined,\n",
    spec: "backend/test/bookings/reserve.spec.ts",
    test: "reserves one stall at a time, so that concurrent reserves cannot exceed it",
  },
  {
    fault: "an order is noted outside before its claim is committed",
    file: "backend/src/payments/order-opening.service.ts",
    find: "    return { order, attempt };\n",
    replace: "    await this.noteOutside(attempt.request);\n    return { order, attempt };\n",
    spec: "backend/test/bookings/initiate.spec.ts",
    test: "while it writes the note has committed the claim",
  },
  {
    fault: "a refund is not requested again",
    file: "backend/src/payments/refunds.service.ts",
    find: 'await this.repository.stale("requested", UNREQUESTED_MS, limit)',
    replace: "[] as string[]",
    spec: "backend/test/ops/sweep.spec.ts",
    test: "catches up on work that is a minute overdue",
  },
  {
    fault: "a mail has no idempotency key",
    file: "backend/src/mail/mail.service.ts",
    find: "        ...{ id, toAddress, language, ...mail, ...gate },",
    replace: "        ...{ id, toAddress, language, ...mail, dedupeKey: `${mail.dedupeKey} ${id}`, ...gate },",
    spec: "backend/test/mail/mail-delivery.spec.ts",
    test: "is written down once per key",
  },
  {
    fault: "the sweep is off",
    file: "backend/src/jobs.loops.ts",
    find: '      new BackgroundLoop({ name: "sweep", everyMs: SWEEP_INTERVAL_MS, turn: () => sweep.runOnce() }),\n',
    replace: "",
    spec: "backend/test/ops/sweep.spec.ts",
    test: "sweeps and handles webhooks as soon as it has started",
  },
  {
    fault: "an earlier fault is back (bc3b157): a payment too many is kept once its order was sold",
    file: "backend/src/payments/settlement.service.ts",
    find: "        if (decision.issues !== undefined) await this.raise(tx, locked, decision.issues);\n        await this.refundRecords.returnSurplus(tx, locked);",
    replace: "        if (decision.issues !== undefined) await this.raise(tx, locked, decision.issues);",
    spec: "lab/test/properties/services/bookings.properties.spec.ts",
    minutes: "3",
  },
  {
    fault: "a hold outlives its ten minutes until a workflow has released it",
    file: "domain/src/bookings/stall.rules.ts",
    find: '      if (onStall.expired) return "overdue";\n',
    replace: "",
    spec: "backend/test/bookings/hold.spec.ts",
    test: "it has expired and another visitor reserves it",
  },
];
