/** What nothing of the first view needs: fetched while the site starts. */
import "../ui/theme/fonts-devanagari.css";
import { keepFactsFresh } from "./fresh-facts";

keepFactsFresh();
// There before the menu is opened.
void import("./side-menu");
