/**
 * A mock of the API for looking at the screens without a backend (development only):
 * `node src/test/mock-server.mjs [port]`, then `API_URL=http://127.0.0.1:<port> npm run dev`.
 * It also serves dist/site, and takes faults from the address: POST /mock {"my-hold": {"status": 500}, …}.
 */
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hall } from "./hall.mjs";

const port = Number(process.argv[2] ?? 3999);
const site = process.env.SITE_DIR ?? fileURLToPath(new URL("../../dist/site", import.meta.url));
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

let stalls = hall();
let hold = null;
let overrides = {};
const orders = new Map();
const iso = (ms = 0) => new Date(Date.now() + ms).toISOString();
const errorResponse = (status, code, message, more = {}) => [
  status,
  { statusCode: status, code, message, error: message, ...more },
];
const find = (id) => stalls.find((stall) => stall.stallId === id);

const CALLS = {
  "GET /mela/layout": () => [200, stalls],
  "GET /mela/my-hold": () => [200, hold && { ...hold, serverTime: iso() }],
  "POST /mela/reserve": ({ stallId }) => {
    const stall = find(stallId);
    if (stall === undefined)
      return errorResponse(404, "stall_not_found", "There is no stall with this number.");
    // B9 always loses its race.
    if (stallId === "B9") {
      stall.status = "Reserved";
      const similar = ["B10", "B6", "B11"]
        .map(find)
        .map(({ stallId: id, type, price }) => ({ stallId: id, type, price }));
      return errorResponse(409, "stall_reserved", "This stall is currently reserved by another person", {
        similar,
      });
    }
    if (hold) find(hold.stallId).status = "Available";
    stall.status = "Reserved";
    hold = { stallId, type: stall.type, price: stall.price, state: "held", expiresAt: iso(600_000) };
    return [201, { ...hold, serverTime: iso() }];
  },
  "POST /mela/release": () => {
    if (hold) find(hold.stallId).status = "Available";
    hold = null;
    return [200, { released: true }];
  },
  "POST /mela/validate-coupon": ({ code }) =>
    code === "MELA10"
      ? [200, { valid: true, discountPercentage: 10, message: "10% discount applied" }]
      : [200, { valid: false, discountPercentage: 0, message: "Invalid coupon code" }],
  "POST /mela/create-provisional-registration": (body) => {
    if (!hold)
      return errorResponse(409, "hold_expired", "Your stall reservation has expired. Please try again.");
    const percentage = body.appliedCouponCode === "MELA10" ? 10 : 0;
    const finalAmount = (hold.price * (100 - percentage)) / 100;
    hold = {
      ...hold,
      state: "registered",
      orderId: body.orderId,
      finalAmount,
      discountPercentage: percentage,
    };
    orders.set(body.orderId, {
      stallId: hold.stallId,
      stallType: hold.type,
      paymentStatus: "payment_pending",
    });
    return [
      201,
      {
        orderId: body.orderId,
        stallId: hold.stallId,
        stallPrice: hold.price,
        discountPercentage: percentage,
        discountAmount: hold.price - finalAmount,
        finalAmount,
        expiresAt: hold.expiresAt,
      },
    ];
  },
  "POST /cashfree/initiate": ({ orderId }) => {
    hold = { ...hold, state: "paying", payUntil: iso(1_080_000) };
    return [
      201,
      {
        orderId,
        paymentSessionId: "session_mock",
        environment: "sandbox",
        checkoutScriptUrl: "/mock-checkout.js",
      },
    ];
  },
};

// The mock checkout pays at once.
const CHECKOUT = `window.Cashfree = () => ({ checkout: async () => {
  const { orderId } = await (await fetch("/api/v1/mela/my-hold")).json();
  await fetch("/mock-pay/" + orderId);
  location.href = "/paid-events/mela/payment-success?order_id=" + orderId;
} });`;

function answer(key, body) {
  const name = key.split("/").at(-1);
  if (overrides[name] !== undefined) return [overrides[name].status ?? 200, overrides[name].body ?? {}];
  const status = /^GET \/mela\/payment-status\/(.+)$/.exec(key);
  if (status) {
    const id = decodeURIComponent(status[1]);
    const order = overrides.order ??
      orders.get(id) ?? { stallId: "B12", stallType: "General", paymentStatus: id };
    return [200, { orderId: id, ...order }];
  }
  return CALLS[key]?.(body) ?? errorResponse(404, "not_found", "We could not find what you asked for.");
}

createServer((request, response) => {
  const url = new URL(request.url, "http://mock");
  let text = "";
  request.on("data", (part) => (text += part));
  request.on("end", () => {
    const body = text === "" ? {} : JSON.parse(text);
    const json = ([status, value]) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (url.pathname === "/mock") {
      overrides = body;
      if ("hold" in body) hold = body.hold && { ...body.hold, expiresAt: iso(body.hold.left * 1000) };
      if (hold?.state === "paying") hold.payUntil = hold.expiresAt;
      stalls = hall();
      if (hold) find(hold.stallId).status = "Reserved";
      return json([200, {}]);
    }
    if (url.pathname === "/mock-checkout.js")
      return response.writeHead(200, { "content-type": TYPES[".js"] }).end(CHECKOUT);
    if (url.pathname.startsWith("/mock-pay/")) {
      const order = orders.get(url.pathname.split("/").at(-1));
      if (order) order.paymentStatus = "payment_successful";
      hold = null;
      return json([200, {}]);
    }
    if (url.pathname.startsWith("/api/v1"))
      return json(answer(`${request.method} ${url.pathname.slice(7)}`, body));
    const asset = join(site, url.pathname);
    const file = existsSync(asset) && statSync(asset).isFile() ? asset : join(site, "index.html");
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
}).listen(port, "127.0.0.1", () => console.log(`mock on http://127.0.0.1:${port}`));
