/** Awards and past events of the demonstration. Organisations and places are made up. */
export const SHOWCASE_EVENTS = [
  {
    kind: "sales_fair",
    title: "Diwali Sales Fair",
    awarded_by: "Sakhi Bazaar",
    date_text: "18 to 20 October 2024",
    held_on: "2024-10-18",
    time_text: "10 am to 9 pm",
    venue: "Bandra Reclamation Grounds, Mumbai",
    description:
      "Eighty makers, three evenings of music and forty thousand diyas sold: the largest fair we have held.",
  },
  {
    kind: "retail_popup",
    title: "Monsoon Retail Pop-up",
    awarded_by: "Sakhi Bazaar",
    date_text: "13 and 14 July 2024",
    held_on: "2024-07-13",
    time_text: "11 am to 8 pm",
    venue: "Courtyard of the City Mall, Pune",
    description:
      "Twenty-four brands under one dry roof, with chai from Tiffin Tai and umbrellas from Dobara.",
  },
  {
    kind: "retail_popup",
    title: "Rang Retail Pop-up",
    awarded_by: "Sakhi Bazaar",
    date_text: "16 and 17 March 2024",
    held_on: "2024-03-16",
    time_text: "11 am to 8 pm",
    venue: "Indiranagar 12th Main, Bengaluru",
    description:
      "A week before Holi: herbal colours, block prints and a corner where children print their own.",
  },
  {
    kind: "award",
    title: "Gender-Responsive Marketplace of the Year",
    awarded_by: "Global Forum for Inclusive Trade",
    date_text: "2022, 2023 and 2024",
    held_on: "2024-11-21",
    time_text: null,
    venue: "Geneva",
    description: "For a marketplace that women own, run and earn from, three years in a row.",
  },
  {
    kind: "award",
    title: "Social Entrepreneur of the Year, top three finalist",
    awarded_by: "India Impact Council",
    date_text: "August 2024",
    held_on: "2024-08-23",
    time_text: null,
    venue: "New Delhi",
    description: "Among the three finalists for work with home-based women producers.",
  },
  {
    kind: "award",
    title: "Women Achievers Award 2.0",
    awarded_by: "Sahakar Women's Bank",
    date_text: "March 2024",
    held_on: "2024-03-08",
    time_text: null,
    venue: "Mumbai",
    description: "Forty-five women entrepreneurs of our community were honoured on one evening.",
  },
] as const;

/** What the home page shows, by name. */
export const HOME_PAGE = {
  featured: ["Banarasi Katan Saree", "Dokra Horse", "Diwali Glow Hamper"],
  spotlight: ["Pital & Co", "Uphaar Unlimited", "Nani's Achaar Ghar", "Bagru Bloom"],
  bestsellers: ["Mango Achaar", "Oxidised Silver Jhumka", "Block-Print Journal", "Pull-Along Elephant"],
} as const;

/** Past events that listings take part in, so that their pages have something to show. */
export const EVENT_NAMES = ["Diwali Sales Fair", "Monsoon Retail Pop-up", "Rang Retail Pop-up"] as const;
