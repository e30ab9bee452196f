/** What nothing of the first view needs: fetched while the site starts. */
import "../ui/theme/fonts-devanagari.css";
import { keepFactsFresh } from "./fresh-facts";
import { keepPlace } from "./keep-place";

keepFactsFresh();
keepPlace();
// There before they are used: the connection may be gone by then.
void import("./side-menu");
void import("../features/search/search-parts");
