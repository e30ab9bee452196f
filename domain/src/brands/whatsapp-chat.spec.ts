import { describe, expect, it } from "@jest/globals";
import { askingText, whatsAppChat, whatsAppShare } from "./whatsapp-chat.js";

describe("a brand's chat on WhatsApp", () => {
  it.each([
    ["https://wa.me/919845054321", "https://wa.me/919845054321?text=Hi%20%26%20bye"],
    ["wa.me/+91 98450-54321", "https://wa.me/919845054321?text=Hi%20%26%20bye"],
    ["https://wa.me/919845054321?text=old", "https://wa.me/919845054321?text=Hi%20%26%20bye"],
    ["https://wa.me/c/919845054321", "https://wa.me/919845054321?text=Hi%20%26%20bye"],
    ["98450 54321", "https://wa.me/919845054321?text=Hi%20%26%20bye"],
    ["+91 98450 54321", "https://wa.me/919845054321?text=Hi%20%26%20bye"],
    ["https://api.whatsapp.com/send?phone=919845054321&text=x", "https://wa.me/919845054321?text=Hi%20%26%20bye"],
    ["https://web.whatsapp.com/send/?phone=%2B919845054321", "https://wa.me/919845054321?text=Hi%20%26%20bye"],
    // WhatsApp Business has a text of its own.
    ["https://wa.me/message/ABCD1234EFGH", "https://wa.me/message/ABCD1234EFGH"],
    ["https://chat.whatsapp.com/AbCdEf", undefined],
    ["https://whatsapp.com/channel/00", undefined],
    ["https://wa.me/", undefined],
    ["https://wa.me/12", undefined],
    ["https://evil.example/wa.me/919845054321", undefined],
    ["https://wa.me.evil.example/919845054321", undefined],
    ["javascript:alert(1)", undefined],
    [" ", undefined],
    [null, undefined],
  ])("at %j is %j", (address, chat) => {
    expect(whatsAppChat(address, "Hi & bye")).toBe(chat);
  });

  it("has a text with product, price and address", () => {
    const url = "https://bazaar.example/brands/Amma's%20Pickles/products/mango-1";
    expect(askingText({ brand: "Amma's Pickles", product: { name: "Mango", price: "₹350" }, url })).toBe(
      `Hello Amma's Pickles, I have a question about Mango (₹350) on Sakhi Bazaar: ${url}`,
    );
    expect(askingText({ brand: "A", product: { name: "Mango" }, url })).toContain("about Mango on");
    expect(askingText({ brand: "A", url })).toContain("about your page on");
  });

  it("is chosen by the sender of a share", () => {
    expect(whatsAppShare("Mango & lime")).toBe("https://wa.me/?text=Mango%20%26%20lime");
  });
});
