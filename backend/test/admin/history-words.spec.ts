import { describe, expect, it } from "@jest/globals";
import type { BookingEventKind } from "@sakhi/domain/bookings/booking.states";
import { type BookingEvent, eventSentence, HISTORY_WORDS } from "../../src/admin/history.words.js";

type Entry = readonly [facts: Partial<Pick<BookingEvent, "actor" | "detail">>, english: string, hindi: string];

/** Each kind of a booking's history as it is read; a missing kind does not compile. */
const HISTORY: Readonly<Record<BookingEventKind, readonly Entry[]>> = {
  reserved: [[{}, "Reserved while the form is filled in", "फ़ॉर्म भरने तक रोका गया"]],
  registered: [[{}, "Registered: the form was filled in", "रजिस्ट्रेशन हुआ: फ़ॉर्म भरा गया"]],
  payment_started: [[{}, "Went to pay: the countdown of the hold stopped", "पेमेंट करने गए: रोके रखने का समय थम गया"]],
  payment_opened: [[{}, "The payment provider opened the order", "पेमेंट सेवा ने ऑर्डर खोला"]],
  payment_not_opened: [
    [
      {},
      "The payment provider did not open the order: back to registered",
      "पेमेंट सेवा ने ऑर्डर नहीं खोला: फिर से रजिस्ट्रेशन की स्थिति में",
    ],
  ],
  attempt_failed: [
    [{}, "A payment attempt failed; the stall stays reserved", "पेमेंट की एक कोशिश नहीं चली; स्टॉल रुका हुआ है"],
  ],
  termination_requested: [
    [
      { actor: "visitor" },
      "The visitor turned to another stall: the order is being closed",
      "विज़िटर ने दूसरा स्टॉल लिया: ऑर्डर बंद हो रहा है",
    ],
    [
      { actor: "operator" },
      "An operator ended the payment: the order is being closed",
      "आयोजक ने पेमेंट बंद किया: ऑर्डर बंद हो रहा है",
    ],
    [{}, "The time to pay is over: the order is being closed", "पेमेंट का समय खत्म हुआ: ऑर्डर बंद हो रहा है"],
  ],
  order_closed: [[{}, "The payment provider closed the order without money", "पेमेंट सेवा ने ऑर्डर बिना पैसे के बंद किया"]],
  sold: [[{}, "Paid and sold", "पेमेंट हुआ और स्टॉल बिका"]],
  sold_late: [
    [{}, "Paid late, and sold because a stall was still free", "पेमेंट देर से हुआ, और बिका क्योंकि एक स्टॉल अब भी खाली था"],
  ],
  sold_offline: [
    [
      { detail: { method: "bank_transfer" } },
      "Sold to a walk-in who paid by bank transfer",
      "मौके पर बिका, पेमेंट: बैंक ट्रांसफ़र",
    ],
    [{ detail: { method: "gold_coins" } }, "Sold to a walk-in who paid by gold coins", "मौके पर बिका, पेमेंट: gold coins"],
  ],
  invoice_issued: [[{}, "Invoice issued", "इनवॉइस बना"]],
  credit_note_issued: [[{}, "Credit note issued", "क्रेडिट नोट बना"]],
  listing_claimed: [
    [{}, "The free listing that comes with the stall was claimed", "स्टॉल के साथ मिलने वाली मुफ़्त लिस्टिंग ली गई"],
  ],
  listing_offer_returned: [
    [
      {},
      "The claim of the free listing ended: it can be claimed again",
      "ली गई मुफ़्त लिस्टिंग खत्म हुई: यह फिर से ली जा सकती है",
    ],
  ],
  hold_released: [
    [
      { detail: { note: "left" } },
      "Released: the visitor left the page or returned the stall",
      "स्टॉल छूटा: विज़िटर पेज से चले गए या स्टॉल छोड़ दिया",
    ],
    [{ detail: { note: "of_old" } }, "Released: of old", "स्टॉल छूटा: of old"],
  ],
  payment_released: [
    [
      { detail: { note: "payment_expired" } },
      "Released: the time to pay ran out without a payment",
      "स्टॉल छूटा: पेमेंट का समय बिना पेमेंट के खत्म हुआ",
    ],
  ],
  unblocked: [[{}, "Unblocked: free again", "ब्लॉक हटा: फिर से खाली"]],
  cancelled: [
    [{ detail: { note: "partial refund" } }, "The sale was cancelled, partial refund", "बुकिंग रद्द हुई: कुछ रिफ़ंड"],
    [
      { detail: { note: "the event is cancelled" } },
      "The sale was cancelled, the event is cancelled",
      "बुकिंग रद्द हुई: मेला रद्द हुआ",
    ],
  ],
  blocked: [
    [{}, "Blocked by an operator", "आयोजक ने ब्लॉक किया"],
    [{ detail: { waitingList: true } }, "Kept for somebody on the waiting list", "प्रतीक्षा सूची में किसी के लिए रोका गया"],
  ],
  moved: [[{ detail: { from: "B12", to: "C3" } }, "Moved from B12 to C3", "बुकिंग B12 से C3 पर गई"]],
  move_asked: [
    [
      { detail: { note: "B12 to C3" } },
      "Stall kept for the move B12 to C3, until the difference is paid",
      "B12 से C3 पर जाने के लिए स्टॉल रोका गया, फ़र्क की रकम का पेमेंट होने तक",
    ],
  ],
  move_lapsed: [
    [
      { detail: { note: "B12 to C3" } },
      "The move B12 to C3 was not paid in time",
      "B12 से C3 पर जाने का पेमेंट समय पर नहीं हुआ",
    ],
  ],
  move_withdrawn: [
    [{ detail: { note: "B12 to C3" } }, "The move B12 to C3 was withdrawn", "B12 से C3 पर जाने का अनुरोध वापस लिया गया"],
  ],
  hold_extended: [
    [
      { detail: { note: "10 minutes" } },
      "The hold was extended by 10 minutes",
      "स्टॉल रोके रखने का समय बढ़ाया गया: 10 मिनट",
    ],
  ],
  corrected: [
    [
      { detail: { note: "full name and GST number", fields: "fullName gstNumber" } },
      "The registration was corrected: full name and GST number",
      "रजिस्ट्रेशन सुधारा गया: पूरा नाम और GST नंबर",
    ],
    [{ detail: { note: "name" } }, "The registration was corrected: name", "रजिस्ट्रेशन सुधारा गया: name"],
  ],
  late_money: [[{}, "Money came after the stall had been released", "स्टॉल छूटने के बाद पैसे आए"]],
  paid_twice: [
    [
      {},
      "A second payment on this order succeeded; it is refunded automatically",
      "इस ऑर्डर पर दूसरा पेमेंट भी हो गया; उसका रिफ़ंड अपने-आप होता है",
    ],
  ],
  stall_offered: [
    [
      { detail: { stallId: "B12", type: "premium_corner" } },
      "Stall B12 was taken: a free premium corner stall was offered by mail",
      "स्टॉल B12 जा चुका था: ई-मेल से एक खाली premium corner स्टॉल का ऑफ़र भेजा गया",
    ],
  ],
  offer_accepted: [
    [{ detail: { from: "B12", to: "C3" } }, "The payer chose stall C3 instead of B12", "B12 के बदले स्टॉल C3 चुना गया"],
  ],
  offer_declined: [
    [{}, "The payer declined the offered stalls and asked for the refund", "ऑफ़र के स्टॉल नहीं लिए गए और रिफ़ंड माँगा गया"],
  ],
  offer_expired: [[{}, "The offer of another stall ended without a choice", "दूसरे स्टॉल का ऑफ़र बिना चुने खत्म हुआ"]],
  offer_withdrawn: [
    [
      {},
      "The offer of another stall was withdrawn: the money is refunded",
      "दूसरे स्टॉल का ऑफ़र वापस लिया गया: पैसे लौटाए जा रहे हैं",
    ],
  ],
  refund_requested: [[{}, "A refund was decided", "रिफ़ंड का फ़ैसला हुआ"]],
  refund_succeeded: [[{}, "The refund reached the payer", "रिफ़ंड पहुँच गया"]],
  refund_failed: [[{}, "The payment provider rejected the refund", "पेमेंट सेवा ने रिफ़ंड नहीं माना"]],
  issue_raised: [
    [{ detail: { note: "amount_differs" } }, "Issue raised: amount differs", "मामला बना: पेमेंट हुआ, पर रकम अलग है"],
    [{ detail: { note: "of_old" } }, "Issue raised: of old", "मामला बना: of old"],
  ],
};

const entries = Object.entries(HISTORY).flatMap(([kind, cases]) =>
  cases.map(([{ actor = "system", detail = {} }, english, hindi]) => {
    const event: BookingEvent = { kind: kind as BookingEventKind, actor, detail };
    return [kind, event, english, hindi] as const;
  }),
);

describe("the sentences of a history", () => {
  it.each(entries)("%s", (_kind, event, english, hindi) => {
    expect(eventSentence(event, "en")).toBe(english);
    expect(eventSentence(event, "hi")).toBe(hindi);
  });

  it("has the name of a kind that this version does not know", () => {
    const event = { kind: "from_tomorrow" as BookingEventKind, actor: "system", detail: {} } as const;
    expect([eventSentence(event, "en"), eventSentence(event, "hi")]).toEqual(["from tomorrow", "from tomorrow"]);
  });

  it("has English words where a language has none of its own", () => {
    expect(HISTORY_WORDS.kn.events).toEqual(HISTORY_WORDS.en.events);
  });
});
