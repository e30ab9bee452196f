/** What a good page of a brand has, in words: after paying or claiming, and on the page itself. */
export const goodPage = {
  title: "Make your page",
  lead: "This is the next step: your listing goes live with your page. It takes about ten minutes on your phone, and what you type is saved.",
  has: "What a good page has",
  points: [
    "Your logo, and a wide picture of your work as the cover.",
    "Products with a photograph taken by daylight, a price, and what makes them yours.",
    "A link where people can buy: your website, Instagram or WhatsApp.",
  ],
  without: "If you have no logo and no pictures, tick that on the page: your listing goes live without.",
  mail: "The link in our mail opens your page on any other device.",
} as const;
