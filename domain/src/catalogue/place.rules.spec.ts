import { describe, expect, it } from "@jest/globals";
import { placeOfAddress } from "./place.rules.js";

describe("placeOfAddress", () => {
  it.each([
    // With commas, as most people write.
    ["12 MG Road, Jaipur, Rajasthan 302001", "Jaipur, Rajasthan"],
    ["12 MG Road, Jaipur, Rajasthan - 302001", "Jaipur, Rajasthan"],
    ["12 MG Road, Jaipur 302 001, Rajasthan, India", "Jaipur, Rajasthan"],
    ["Shop 4, Bapu Bazaar\nJaipur - 302003", "Jaipur, Rajasthan"],
    ["Flat 3B, Lake View, Kolkata 700019", "Kolkata, West Bengal"],
    ["No. 8, 2nd Cross, Indiranagar, Bengaluru - 560038", "Bengaluru, Karnataka"],
    ["Plot 17, MIDC, Kolhapur, Maharashtra, PIN: 416001", "Kolhapur, Maharashtra"],
    ["Plot 17, Shiroli, Kolhapur, MH PIN CODE 416122.", "Kolhapur, Maharashtra"],
    // Towns that no list of ours has.
    ["Weavers' Colony, Near Temple, Chanderi, M.P. 473446", "Chanderi, Madhya Pradesh"],
    ["H. No. 44, Main Bazaar, Raghurajpur, Orissa 752012", "Raghurajpur, Odisha"],
    ["Village Ranti, Post Madhubani, Dist. Madhubani, Bihar 847211", "Madhubani, Bihar"],
    ["12 Temple Street, Karaikudi, Sivaganga District, Tamil Nadu 630001", "Sivaganga, Tamil Nadu"],
    ["4/12, Mundra Road, Anjar 370110", "Anjar, Gujarat"],
    // Union territories, and towns with their state's name.
    ["C-14, Lajpat Nagar II, New Delhi 110024", "New Delhi"],
    ["C-14, Lajpat Nagar II, New Delhi, Delhi 110024", "New Delhi"],
    ["22 Karol Bagh, Delhi", "Delhi"],
    ["SCO 5, Sector 17, Chandigarh 160017", "Chandigarh"],
    ["4 Rue Romain Rolland, Puducherry 605001", "Puducherry"],
    ["Fort Road, Leh, Ladakh 194101", "Leh, Ladakh"],
    ["Bapatla Street, Yanam, Puducherry 533464", "Yanam, Puducherry"],
    // Without commas.
    ["14 Gandhi Street Coimbatore Tamil Nadu 641001", "Coimbatore, Tamil Nadu"],
    ["H 4 Sector 62 Noida UP 201301", "Noida, Uttar Pradesh"],
    ["9 Hill Road Bandra West Mumbai 400050", "Mumbai, Maharashtra"],
    ["Siddhi Apartment Navi Mumbai", "Navi Mumbai, Maharashtra"],
    // The PIN's state where the address names none, and no guess where two share the prefix.
    ["House 3, Purani Basti, Nawalgarh 333042", "Nawalgarh, Rajasthan"],
    ["12 Ganga Road, Roorkee 247667", "Roorkee"],
    ["12 Ganga Road, Roorkee, Uttarakhand 247667", "Roorkee, Uttarakhand"],
    ["Kothi No. 4 Civil Lines 302006", "Rajasthan"],
    // One case, other digits, other spellings.
    ["12 MG ROAD, JAIPUR, RAJASTHAN 302001", "Jaipur, Rajasthan"],
    ["12 mg road, jaipur, rajasthan", "Jaipur, Rajasthan"],
    ["मकान १२, जयपुर ३०२००१", "जयपुर, Rajasthan"],
    ["4 Beach Road, Puri, Orissa", "Puri, Odisha"],
    ["7 Lal Chowk, Srinagar, J&K 190001", "Srinagar, Jammu and Kashmir"],
    // A telephone number is no PIN.
    ["12 MG Road, Jaipur, Rajasthan, Ph 9811100001", "Jaipur, Rajasthan"],
    // The usual fallback of the public page is for these alone.
    ["12 MG Road opposite the bank", undefined],
    ["India", undefined],
    ["", undefined],
  ])("reads %j as %j", (address, place) => {
    expect(placeOfAddress(address)).toBe(place);
  });
});
