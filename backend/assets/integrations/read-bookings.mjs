// Reads all bookings of an event, page by page, and writes the sold ones:
// SITE=https://sakhi.example TOKEN=sakhi_pat_… EVENT=the-mela-2026 node read-bookings.mjs
const { SITE, TOKEN, EVENT } = process.env;

let after = "";
do {
  const query = new URLSearchParams({ event: EVENT, limit: "100", ...(after === "" ? {} : { after }) });
  const response = await fetch(`${SITE}/api/v1/bookings?${query}`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const page = await response.json();
  if (!response.ok) throw new Error(`${page.code}: ${page.message}`);
  for (const { orderId, stallId, state, netPaise } of page.bookings)
    if (state === "sold") console.log(`${orderId} ${stallId} ${netPaise / 100}`);
  after = page.next ?? "";
} while (after !== "");
