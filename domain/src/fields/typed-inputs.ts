import { NOT_INDIAN_MOBILE } from "./identifiers.js";

/**
 * What people type, and what is stored or said: one table for the rules, the API, the forms, the dialogs and
 * find-my-booking (identifiers.spec, typed-inputs.spec of backend and frontend). For tests only.
 */

/** A value as typed, and as stored. */
export type Accepted = readonly [typed: string, value: string];
/** A value as typed, and the sentence at its field. */
export type Refused = readonly [typed: string, sentence: string];

interface Inputs {
  readonly accepted: readonly Accepted[];
  readonly refused: readonly Refused[];
}

const TEN_DIGITS = "Phone number must be exactly 10 digits";
const EMAIL = "Please enter a valid email address";
const PINCODE = "Pincode must be exactly 6 digits";
const PIN_ZERO = "An Indian pincode does not begin with 0";
const GST_LENGTH = "GST Number must be exactly 15 characters if provided";
const GST_CHARACTERS = "GST Number may have letters and digits only";
const LINK = "Please write the name without a web address";
const SCRIPT = "Please write the name in Latin letters or in the letters of an Indian language";
const ONE_SCRIPT = "Please write each word of the name in one script";
const DIGITS = "A person's name has at most 4 digits";
const LETTERS = "Please write the name in letters";
const MARKS = "Please write the name with fewer marks on one letter";
const NAME_MISSING = "Full name is required";
const BUSINESS_MISSING = "Business name is required";

const to = (value: string, ...typed: readonly string[]): Accepted[] => typed.map((each) => [each, value]);
const refusing = (sentence: string, ...typed: readonly string[]): Refused[] => typed.map((each) => [each, sentence]);

/** The registration form's fields. */
export const TYPED_INPUTS = {
  phoneNumber: {
    accepted: [
      ...to("9876543210", "9876543210", "+91 98765 43210", "+919876543210", "919876543210", "09876543210"),
      ...to("9876543210", "098765 43210", "0 98765 43210", "0091 98765 43210", "00919876543210", "091-98765-43210"),
      ...to("9876543210", "98765-43210", "98765.43210", "(98765) 43210", "+91 (0) 98765 43210", "+91-98765-43210"),
      ...to("9876543210", "98765\u00A043210", "+91\u202F98765\u201143210", "98765\u201343210", "98765 \u2212 43210"),
      ...to("9876543210", "\u202A+91 98765 43210\u202C", "\u200E9876543210", "9876543210\u200B", "\uFEFF9876543210"),
      ...to("9876543210", "\u2068+919876543210\u2069", "98765\u206043210", "98765\u00AD43210", "  9876543210\n"),
      ...to("9876543210", "९८७६५४३२१०", "+९१ ९८७६५ ४३२१०", "৯৮৭৬৫৪৩২১০", "૯૮૭૬૫૪૩૨૧૦", "௯௮௭௬௫௪௩௨௧௦", "೯೮೭೬೫೪೩೨೧೦"),
      ...to("9876543210", "۹۸۷۶۵۴۳۲۱۰", "٩٨٧٦٥٤٣٢١٠", "᱙᱘᱗᱖᱕᱔᱓᱒᱑᱐", "꯹꯸꯷꯶꯵꯴꯳꯲꯱꯰", "９８７６５４３２１０", "𝟗𝟖𝟕𝟔𝟓𝟒𝟑𝟐𝟏𝟎"),
      ...to("9876543210", "tel:+919876543210", "98 76 54 32 10", "98765,43210"),
      ["9198765432", "9198765432"],
      ["+91 9198765432", "9198765432"],
      ["6000000001", "6000000001"],
    ],
    refused: [
      ...refusing(TEN_DIGITS, "", "987654321", "98765432101", "98765abcde", "+91+919876543210", "98765 4321O"),
      ...refusing(
        TEN_DIGITS,
        "+91 98765 4321",
        "9876543210 / 9876543211",
        "9876543210 or 9876543211",
        "call me",
        "\u200B",
      ),
      ...refusing(NOT_INDIAN_MOBILE, "1234567890", "0123456789", "5876543210", "+1 415 555 0132", "+44 20 7946 0958"),
      ...refusing(NOT_INDIAN_MOBILE, "+65 9876 5432", "0065 98765432", "+91 22 1234 5678", "१२३४५६७८९०"),
    ],
  },
  email: {
    accepted: [
      ...to(
        "asha@example.com",
        "asha@example.com",
        " asha@example.com ",
        "asha@example.com\u200B",
        "\u2060asha@example.com",
      ),
      ...to(
        "asha@example.com",
        "as\u200Cha@example.com",
        "asha@exa\u00ADmple.com",
        "asha@example.com\uFEFF",
        "\u200Easha@example.com",
      ),
      ...to("asha@example.com", "\u202Aasha@example.com\u202C", "asha\u2063@example.com", "asha@example.com\uFE0F"),
      ...to("asha@example.com", "mailto:asha@example.com", "<asha@example.com>", "Asha Rao <asha@example.com>"),
      ...to(
        "asha@example.com",
        '"Rao, Asha" <asha@example.com>',
        "(asha@example.com)",
        "'asha@example.com'",
        "“asha@example.com”",
      ),
      ...to("asha@example.com", "asha@example.com.", "asha@example.com,", "asha@example.com;", "asha @ example.com"),
      ...to(
        "asha@example.com",
        "asha@ example. com",
        "asha\u00A0@example.com",
        "ａｓｈａ＠ｅｘａｍｐｌｅ．ｃｏｍ",
        "asha@example.com\n",
      ),
      ...to("asha12@example.com", "asha१२@example.com", "asha１２@example.com"),
      ["sunita.devi+mela@mail.example.co.in", "sunita.devi+mela@mail.example.co.in"],
      ["o'neil@example.org", "o'neil@example.org"],
      ["स@उदाहरण.भारत", "स@उदाहरण.भारत"],
    ],
    refused: [
      ...refusing(
        EMAIL,
        "",
        "asha@",
        "@example.com",
        "asha example.com",
        "asha@example",
        "asha@@example.com",
        "\u200B",
      ),
      ...refusing(
        EMAIL,
        '"asha rao"@example.com',
        '"a b"@x.in',
        '"asha"@example.com',
        "asha rao@example.com",
        "asha..rao@example.com",
      ),
      ...refusing(
        EMAIL,
        ".asha@example.com",
        "asha.@example.com",
        "asha@-example.com",
        "asha@example-.com",
        "asha@example..com",
      ),
      ...refusing(
        EMAIL,
        "asha@127.0.0.1",
        "asha@[127.0.0.1]",
        "asha@example.1",
        "asha@exa_mple.com",
        "asha@example.com, b@example.com",
      ),
      ...refusing(
        EMAIL,
        "asha@example.com\r\nBcc: all@example.com",
        "asha@example.com b@example.com",
        "asha(home)@example.com",
      ),
      ...refusing(EMAIL, `${"a".repeat(65)}@example.com`, "asha\\@example.com", "asha😀@example.com"),
      [`${"a".repeat(60)}@${"b".repeat(40)}.com`, "Email address must be at most 100 characters"],
    ],
  },
  pincode: {
    accepted: [
      ...to(
        "560034",
        "560034",
        "560 034",
        "560-034",
        " 560034 ",
        "560\u00A0034",
        "5 6 0 0 3 4",
        "560034.",
        "\u200E560034",
        "560\u200B034",
      ),
      ...to("560034", "५६००३४", "౫౬౦౦౩౪", "５６００３４", "560\u2013034"),
      ["110001", "110001"],
    ],
    refused: [
      ...refusing(PINCODE, "", "56006", "5600344", "56006a", "PIN", "560O66", "SW1A 1AA", "५६००६"),
      ...refusing(PIN_ZERO, "000000", "056006", "०५६००६"),
    ],
  },
  gstNumber: {
    accepted: [
      ...to(
        "29ABCDE1234F1Z5",
        "29ABCDE1234F1Z5",
        "29abcde1234f1z5",
        " 29ABCDE1234F1Z5",
        "29 ABCDE 1234 F 1 Z 5",
        "29-ABCDE1234F-1Z5",
      ),
      ...to(
        "29ABCDE1234F1Z5",
        "\u200B29ABCDE1234F1Z5",
        "29ABCDE\u00A01234F1Z5",
        "GSTIN: 29ABCDE1234F1Z5",
        "gst no. 29abcde1234f1z5",
      ),
      ...to(
        "29ABCDE1234F1Z5",
        "२९ABCDE१२३४F१Z५",
        "２９ＡＢＣＤＥ１２３４Ｆ１Ｚ５",
        "29ABCDE1234F1Z5\u200E",
        "29/ABCDE1234F/1Z5",
      ),
    ],
    refused: [
      ...refusing(GST_LENGTH, "29ABCDE1234F1Z", "29ABCDE1234F1Z55", "none", "29ABCDE1234F1-5"),
      ...refusing(GST_CHARACTERS, "29ABCDE1234F1Å5", "29\u0410BCDE1234F1Z5", "29ABCDE1234F1?5"),
    ],
  },
  fullName: {
    accepted: [
      ...to(
        "Asha Rao",
        "Asha Rao",
        "  Asha   Rao ",
        "Asha\nRao",
        "Asha\u00A0Rao",
        "Asha\u200B Rao",
        "\u202EAsha Rao",
        "Asha\u2066 Rao\u2069",
      ),
      ...to(
        "Asha Rao",
        "Asha\u2028Rao",
        "A\u00ADsha R\u2060ao",
        "Ａｓｈａ　Ｒａｏ",
        "𝐀𝐬𝐡𝐚 𝐑𝐚𝐨",
        "Asha\tRao\r\n",
        "\uFEFFAsha Rao",
        "As\u200Dha Rao",
      ),
      ...to("O'Neil-Rao", "O'Neil-Rao", "O\u2018Neil\u2010Rao", "O\u02BCNeil\u2013Rao", "O`Neil-Rao"),
      ["O’Neil", "O’Neil"],
      ["Dr.Rao", "Dr. Rao"],
      ["Dr. Asha Rao", "Dr. Asha Rao"],
      ["K.R. Asha", "K.R. Asha"],
      ["K.R.Asha", "K.R. Asha"],
      ["A.P.J. Abdul Kalam", "A.P.J. Abdul Kalam"],
      ["Smt.Lakshmi Devi", "Smt. Lakshmi Devi"],
      ["smt.lakshmi devi", "smt. lakshmi devi"],
      ["D/o Ramesh", "D/o Ramesh"],
      ["S/o. R.K. Rao", "S/o. R.K. Rao"],
      ["Rao, Asha", "Rao, Asha"],
      ["Asha & Usha Rao", "Asha & Usha Rao"],
      ["Elizabeth 2", "Elizabeth 2"],
      ["x.com", "x. com"],
      ["Renée Étoile", "Renée Étoile"],
      ["e\u0301toile Rao", "\u00E9toile Rao"],
      // The 22 scheduled languages.
      ["ৰূপালী বৰুৱা", "ৰূপালী বৰুৱা"], // Assamese
      ["রূপালী দেবী", "রূপালী দেবী"], // Bengali
      ["थैजौ बड़ो", "थैजौ बड\u093Cो"], // Bodo
      ["सीता डोगरा", "सीता डोगरा"], // Dogri
      ["આશા પટેલ", "આશા પટેલ"], // Gujarati
      ["आशा राव", "आशा राव"], // Hindi
      ["ಆಶಾ ರಾವ್", "ಆಶಾ ರಾವ್"], // Kannada
      ["زینب کشمیری", "زینب کشمیری"], // Kashmiri
      ["शांती नायक", "शांती नायक"], // Konkani
      ["मैथिली झा", "मैथिली झा"], // Maithili
      ["ആശ മേനോൻ", "ആശ മേനോൻ"], // Malayalam
      ["ആശ മേനോന്\u200D", "ആശ മേനോൻ"], // Malayalam, an older keyboard's chillu
      ["ꯆꯥꯅꯨ ꯗꯦꯕꯤ", "ꯆꯥꯅꯨ ꯗꯦꯕꯤ"], // Manipuri, Meetei Mayek
      ["চানু দেবী", "চানু দেবী"], // Manipuri, Bengali script
      ["क्\u200Dषमा पाटील", "क्\u200Dषमा पाटील"], // Marathi, with a joiner
      ["सीता थापा", "सीता थापा"], // Nepali
      ["ଆଶା ମହାନ୍ତି", "ଆଶା ମହାନ୍ତି"], // Odia
      ["ਆਸ਼ਾ ਕੌਰ", "ਆਸ\u0A3Cਾ ਕੌਰ"], // Punjabi
      ["गार्गी वाचक्नवी", "गार्गी वाचक्नवी"], // Sanskrit
      ["ᱥᱟᱞᱜᱮ ᱢᱩᱨᱢᱩ", "ᱥᱟᱞᱜᱮ ᱢᱩᱨᱢᱩ"], // Santali
      ["سنڌيا رام", "سنڌيا رام"], // Sindhi, Arabic script
      ["सिंधिया राम", "सिंधिया राम"], // Sindhi, Devanagari
      ["ஆஷா குமார்", "ஆஷா குமார்"], // Tamil
      ["ఆశా రావు", "ఆశా రావు"], // Telugu
      ["عائشہ خان", "عائشہ خان"], // Urdu
      ["आशा Rao", "आशा Rao"],
      ["डॉ.आशा राव", "डॉ. आशा राव"],
      ["के.एस. राव", "के. एस. राव"],
      ["डॉ॰ राव", "डॉ॰ राव"],
    ],
    refused: [
      ...refusing(NAME_MISSING, "", "A", " \u200B\u200D ", "\u2800\u2800"),
      ...refusing(
        LINK,
        "Win at evil.bar today",
        "Go to prize.gd",
        "Paytm refund at paytm-refund.support now",
        "evil\uFF0Eto\uFF0Fx",
      ),
      ...refusing(
        LINK,
        "You won! Claim it at https://evil.example",
        "www.evil.zone",
        "bit.ly/win",
        "Asha evil.co.in",
        "evil。com",
      ),
      ...refusing(LINK, "Prize: 10.0.0.1", "mail asha@evil.com", "HTTP://EVIL", "Asha 1.1.1.1"),
      ...refusing(
        DIGITS,
        "Your SBI account is locked call 1800 123 4567 to unlock it",
        "Refund of Rs 50000 approved",
        "Asha 98765",
        "आशा ९८७६५",
      ),
      ...refusing(LETTERS, "1234", "---", ". .", "''"),
      ["Asha 🌸", "Please write the name without 🌸"],
      ["🌸🌸", "Please write the name without 🌸"],
      ["Asha <b>", "Please write the name without <"],
      ["Asha; Rao", "Please write the name without ;"],
      ["Asha = Rao", "Please write the name without ="],
      ["Bcc: all", "Please write the name without :"],
      ["Asha/Usha", "Please write the name without /"],
      ...refusing(SCRIPT, "Анна", "Ελένη", "李娜", "สมศรี", "A\u0441ha"),
      ...refusing(ONE_SCRIPT, "Ashaआशा", "आशाಆಶಾ", "A\u093Esha"),
      ["A\u0301\u0301\u0301\u0301\u0301\u0301sha", MARKS],
    ],
  },
  businessName: {
    accepted: [
      ...[
        "24/7 Snacks",
        "Sri Venkateswara & Co.",
        "Patel & Sons Pvt. Ltd.",
        "100% Khadi",
        "A+ Crafts",
        "Yes! Pickles",
        "Food@Home",
      ],
      ...[
        "iTokri.com",
        "Sakhi.co",
        "jaypore.co.in",
        "Rs. 99 Store",
        "No.1 Pickles",
        "Version 2.0 Studio",
        "Asha (Pune)",
        "3 Idlis",
        "108",
      ],
      ...[
        "आशा हथकरघा",
        "ఆశా చేనేత",
        "ᱥᱟᱞᱜᱮ ᱛᱤᱨᱞᱟᱹ",
        "Asha's #1 Jams",
        "Asha | Usha",
        "Weaves™",
        "Asha 🌸 Weaves",
        "₹99 Store",
      ],
    ]
      .map((name) => [name, name] as const)
      .concat([
        ["M/s.A.B.Crafts", "M/s.A.B. Crafts"],
        ["St.Mary's Self-Help Group", "St. Mary's Self-Help Group"],
        ["A.K.Co", "A.K. Co"],
        ["Baa\u200Bns Basti\u2060", "Baans Basti"],
        ["Baans\r\nBasti", "Baans Basti"],
        ["\u202EBaans Basti", "Baans Basti"],
        ["Ｂａａｎｓ Basti", "Baans Basti"],
      ]),
    refused: [
      ...refusing(BUSINESS_MISSING, "", "B", "\u200B\u200B"),
      ...refusing(
        LINK,
        "Free stall: evil.shop!",
        "Win at www.evil.zone",
        "evil.zone/x",
        "Claim at evil.com today",
        "go to evil。com now",
      ),
      ...refusing(LETTERS, "..", "...", "%/", "🌸🌸", "&&"),
      ["<b>Asha</b>", "Please write the name without <"],
      ["Asha\\Weaves", "Please write the name without \\"],
      ...refusing(SCRIPT, "B\u0430ans Basti", "Baans Bаsti"),
      ...refusing(ONE_SCRIPT, "Saहेली", "Saheliಸ"),
    ],
  },
} as const satisfies Readonly<Record<string, Inputs>>;

/** Order numbers of "find my booking": what is looked up. */
export const TYPED_ORDER_IDS: Inputs = {
  accepted: [
    ...to("MELA1764000000000AB2C", "MELA1764000000000AB2C", "mela1764000000000ab2c", " Mela 1764000000000 AB2C "),
    ...to("MELA1764000000000AB2C", "MELA-1764000000000-AB2C", "mela_1764000000000_ab2c", "MELA 1764 0000 0000 0 AB2C"),
    ...to(
      "MELA1764000000000AB2C",
      "#MELA1764000000000AB2C",
      "\u200BMELA1764000000000AB2C",
      "MELA1764000000000AB2C\u00A0",
    ),
    ...to("MELA1764000000000AB2C", "mela१७६४०००००००००ab2c", "ＭＥＬＡ1764000000000ＡＢ2Ｃ", "MELA1764000000000AB2C."),
    ...to("MELA1764000000000AB2C", "MELA1764\u2013000000000\u2011AB2C"),
  ],
  refused: refusing(
    "Please enter the order number from the payment page or from our mail",
    "MELA",

    "x".repeat(51),
  ),
};

/** Coupon codes. */
export const TYPED_COUPONS: Inputs = {
  accepted: [
    ...to(
      "MELA10",
      "MELA10",
      "mela10",
      " mela10\t",
      "mela 10",
      "mela\u200B10",
      "ｍｅｌａ１０",
      "mela१०",
      "MELA\u00A010",
    ),
    ...to("MELA-10", "mela-10", "mela\u201310", "mela\u201110"),
    ["mela_10", "MELA_10"],
  ],
  refused: refusing("Please enter a coupon code of at most 40 characters", "", " ", "X".repeat(41)),
};

/** How many inputs there are. */
export const TYPED_INPUT_COUNT = [...Object.values(TYPED_INPUTS), TYPED_ORDER_IDS, TYPED_COUPONS].reduce(
  (sum, { accepted, refused }) => sum + accepted.length + refused.length,
  0,
);
