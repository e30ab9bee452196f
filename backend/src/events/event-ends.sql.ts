/**
 * SQL: when event `e` is over, as `eventEnds` of domain/events/event-days says: its last day closes. Hours at or before the
 * opening are those of the night that follows, and 24:00 is PostgreSQL's end of a day.
 */
export const EVENT_ENDS = `(
  SELECT max(((d ->> 'date')::date + (d ->> 'closes')::time
              + CASE WHEN (d ->> 'closes')::time <= (d ->> 'opens')::time THEN interval '1 day' ELSE interval '0' END)
             AT TIME ZONE 'Asia/Kolkata')
    FROM jsonb_array_elements(e.days) AS d)`;
