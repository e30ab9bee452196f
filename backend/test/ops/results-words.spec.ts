import { expect, it } from "@jest/globals";
import { networkReleasedIn, unpaidReleasedIn } from "../../src/issues/results.words.js";

it.each([
  [
    { released: 1, closing: 0 },
    undefined,
    "1 stall is free again, and the network can't reserve or pay for 24 hours.",
    "1 स्टॉल फिर से खाली। इस नेटवर्क से 24 घंटे न स्टॉल रुकेगा, न पेमेंट होगा।",
  ],
  [
    { released: 5, closing: 1 },
    1,
    "5 stalls are free again, and the browser that held them can't reserve or pay for 24 hours. The payment for 1 more is being ended.",
    "5 स्टॉल फिर से खाली। इन्हें रोकने वाले ब्राउज़र से 24 घंटे न स्टॉल रुकेगा, न पेमेंट होगा। 1 और का पेमेंट बंद किया जा रहा है।",
  ],
  [
    { released: 0, closing: 2 },
    3,
    "0 stalls are free again, and 3 browsers can't reserve or pay for 24 hours. The payments for 2 more are being ended.",
    "0 स्टॉल फिर से खाली। 3 ब्राउज़र से 24 घंटे न स्टॉल रुकेगा, न पेमेंट होगा। 2 और के पेमेंट बंद किए जा रहे हैं।",
  ],
])("the release of a network, %j, is in words in both languages", (release, browsers, english, hindi) => {
  expect(networkReleasedIn("en", release, browsers)).toBe(english);
  expect(networkReleasedIn("hi", release, browsers)).toBe(hindi);
});

it.each([
  [{ released: 1, closing: 0 }, "1 stall is free again.", "1 स्टॉल फिर से खाली।"],
  [
    { released: 2, closing: 5 },
    "2 stalls are free again. The payments for 5 more are being ended.",
    "2 स्टॉल फिर से खाली। 5 और के पेमेंट बंद किए जा रहे हैं।",
  ],
])("the release of a crowd, %j, is in words in both languages", (release, english, hindi) => {
  expect(unpaidReleasedIn("en", release)).toBe(english);
  expect(unpaidReleasedIn("hi", release)).toBe(hindi);
});
