import { FOOD_QUESTION } from "@sakhi/domain/papers/food.rules";

/** SQL: whether the holder of booking `b` sells food, as `sellsFood` of domain/papers says. */
const SELLS_FOOD = `EXISTS (
  SELECT FROM paper_answers food JOIN event_questions f ON f.id = food.question_id
   WHERE food.booking_id = b.id AND f.key = '${FOOD_QUESTION.key}' AND food.value = '${FOOD_QUESTION.choices[0]}')`;

/** SQL: whether question `q` is asked of booking `b` of stall `s`, as `appliesTo` of domain/papers says. */
const APPLIES = `(q.audience = 'every_stall' OR (q.audience = 'stall_types' AND s.type = ANY (q.stall_types))
  OR (q.audience = 'food_stalls' AND ${SELLS_FOOD}))`;

/** SQL: when event `e` begins, until which papers can be given (`papersDue`). */
const BEGINS = `(((e.days -> 0 ->> 'date')::date + (e.days -> 0 ->> 'opens')::time) AT TIME ZONE 'Asia/Kolkata')`;

/** SQL: sold stalls that lack required papers which their holders can still give, by event: `event`, its slug, and `stalls`. */
export const LACKING_PAPERS = `
  SELECT e.slug AS event, count(*)::int AS stalls
    FROM events e JOIN stalls s ON s.event_id = e.id JOIN bookings b ON b.stall_key = s.stall_key
   WHERE e.status = 'published' AND b.state = 'sold' AND ${BEGINS} > clock_timestamp()
     AND EXISTS (SELECT FROM event_questions q
                  WHERE q.event_id = e.id AND q.required AND ${APPLIES}
                    AND NOT EXISTS (SELECT FROM paper_answers a WHERE a.booking_id = b.id AND a.question_id = q.id))
   GROUP BY e.id ORDER BY e.id`;
