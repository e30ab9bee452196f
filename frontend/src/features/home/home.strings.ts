/** Texts of the home page. */
export const strings = {
  title: "Sakhi Bazaar: made by women, sold by women",
  kicker: "The Mela, Bangalore",
  heading: "Two days, seventy stalls, every one run by a woman.",
  lead: "Bring what you make to Whitefield on the 3rd and 4th of December. Pick your stall on the floor plan, pay online, and it is yours.",
  choose: "Choose your stall",
  about: "About the event",
  poster:
    "Poster of the Mela: an arch with a sun, and two stalls with pots, lamps, bangles and printed cloth",
  stepsHeading: "How booking works",
  steps: [
    {
      title: "Pick a stall",
      text: "The plan shows what is free right now. Your stall is kept for 10 minutes.",
    },
    { title: "Tell us about your business", text: "Seven short fields. A coupon, if you have one." },
    {
      title: "Pay by card or UPI",
      text: "The GST invoice comes by e-mail, and the stall has your name on it.",
    },
  ],
} as const;
