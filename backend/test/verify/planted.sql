-- a second live booking on a sold stall: stall-live-once names :held
DROP INDEX bookings_one_live_per_stall;
UPDATE bookings SET stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'B1') WHERE id = :held;
-- a past booking that overlaps another on its stall: stall-live-once-in-history names 11111111-1111-4111-8111-111111111111
INSERT INTO bookings (id, stall_key, state, release_reason, price_paise, held_at, ended_at) VALUES
    ('11111111-1111-4111-8111-111111111111', (SELECT stall_key FROM stalls WHERE stall_id = 'B1'), 'released', 'left', 2700000, clock_timestamp() - interval '1 day', clock_timestamp() - interval '1 day');
INSERT INTO booking_events (booking_id, stall_key, kind, actor, detail) VALUES
    ('11111111-1111-4111-8111-111111111111', (SELECT stall_key FROM stalls WHERE stall_id = 'B1'), 'reserved', 'visitor', '{}'),
    ('11111111-1111-4111-8111-111111111111', (SELECT stall_key FROM stalls WHERE stall_id = 'B1'), 'hold_released', 'visitor', '{"note": "left"}');
-- a sold stall that was removed from the plan: stall-is-on-the-plan names :moved
UPDATE stalls SET removed_at = now() WHERE stall_key = (SELECT stall_key FROM bookings WHERE id = :moved);
-- a visitor with two holds: visitor-holds-one-stall names :held
DROP INDEX bookings_one_first_hold_per_visitor;
UPDATE bookings SET visitor_id = (SELECT visitor_id FROM bookings WHERE id = :registered) WHERE id = :held;
-- a further stall of an order that was released alone: several-stalls-together names :released
UPDATE bookings SET first_booking_id = :sold, order_id = (SELECT order_id FROM bookings WHERE id = :sold) WHERE id = :released;
-- a further stall that is held, and its first one is sold: several-stalls-together names :held
UPDATE bookings SET first_booking_id = :sold WHERE id = :held;
-- an order that asks for less than its stalls cost: order-as-its-stalls names :order
UPDATE bookings SET price_paise = price_paise + 100, final_paise = final_paise + 100 WHERE id = :sold;
-- a booking on a stall of another event: booking-keeps-its-event names :moved
INSERT INTO stalls (event_id, stall_id, type, price_paise, x, y) VALUES (0, 'B5', 'General', 2700000, 0, 0);
UPDATE bookings SET stall_key = (SELECT stall_key FROM stalls WHERE event_id = 0) WHERE id = :moved;
-- an offer of another event's stall: booking-keeps-its-event names :offering
INSERT INTO stalls (event_id, stall_id, type, price_paise, x, y) VALUES (0, 'B5', 'General', 2700000, 0, 0);
UPDATE stall_offers SET lost_stall_key = (SELECT stall_key FROM stalls WHERE event_id = 0) WHERE order_id = :offerOrder;
-- a cancelled event without its cancellation: cancelled-event-has-ended names :slug
UPDATE events SET status = 'cancelled' WHERE slug = :slug;
-- a sale in an event whose cancellation is complete: cancelled-event-has-ended names :sold
INSERT INTO event_cancellations (event_id, deduction_hundredths, started_by, completed_at)
    SELECT event_id, 1000, 'asha', clock_timestamp() FROM bookings JOIN stalls USING (stall_key) WHERE id = :sold;
-- a state without its event: booking-history names :held
UPDATE bookings SET state = 'blocked' WHERE id = :held;
-- a transition that is not allowed: booking-history names :released
INSERT INTO booking_events (booking_id, stall_key, kind, actor) VALUES (:released, (SELECT stall_key FROM stalls WHERE stall_id = 'A3'), 'sold', 'provider');
-- a release reason that differs from the event's: booking-history names :released
UPDATE bookings SET release_reason = 'operator' WHERE id = :released;
-- a stall that differs from the last move's: booking-history names :moved
UPDATE bookings SET stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'B40') WHERE id = :moved;
-- a correction after the release: booking-history names :released
INSERT INTO booking_events (booking_id, stall_key, kind, actor) VALUES (:released, (SELECT stall_key FROM stalls WHERE stall_id = 'B8'), 'corrected', 'operator');
-- a booking without events: booking-history names :offline
DELETE FROM booking_events WHERE booking_id = :offline;
-- a hold that outlives its ten minutes: hold-ends-in-time names :held
UPDATE bookings SET held_at = clock_timestamp() - interval '1 day',
    hold_expires_at = clock_timestamp() - interval '2 minutes'
    WHERE id = :held;
-- a deadline of an hour: hold-is-ten-minutes names :held
UPDATE bookings SET hold_expires_at = held_at + interval '1 hour' WHERE id = :held;
-- an amount that differs from price less discount: price-agrees names :registered
UPDATE bookings SET final_paise = final_paise - 100 WHERE id = :registered;
-- a hold that follows a price that changed after it: price-of-hold names :held
UPDATE bookings SET price_paise = price_paise + 100 WHERE id = :held;
-- a free listing without a sale: free-listing-with-sale names :released
UPDATE bookings SET listing_offer = 'offered' WHERE id = :released;
-- a withdrawn application without its event: application-history names :application
UPDATE listing_applications SET state = 'withdrawn' WHERE id = :application;
-- a correction after the rejection: application-history names :rejected
INSERT INTO listing_events (application_id, kind, actor) VALUES (:rejected, 'corrected', 'operator');
-- a listing that ends later than its application: listing-as-application names :application
UPDATE listings SET expires_at = expires_at + interval '1 day'
    WHERE id = (SELECT listing_id FROM listing_applications WHERE id = :application);
-- a product on the site that its owner hides: listing-hidden-by-owner names 22222222-2222-4222-8222-222222222222
ALTER TABLE listings DISABLE TRIGGER listings_hidden;
INSERT INTO listings (id, brand_id, module, brand_key, category, name, description, status, owner_state)
    SELECT '22222222-2222-4222-8222-222222222222', brand_id, module, brand_key, category, 'Planted', '', 'live', 'hidden'
      FROM listings LIMIT 1;
-- a payment without a sale or refund: money-accounted names :lateOrder
INSERT INTO payments (provider_payment_id, order_id, provider_status, outcome, amount_paise, currency) VALUES
    ('planted', :lateOrder, 'SUCCESS', 'success', 2700000, 'INR');
-- a failed refund of a payment without a sale: money-accounted names :lateOrder
UPDATE refunds SET state = 'failed' WHERE refund_id = :refund;
-- a reported dispute that is not recorded: dispute-recorded names d-planted
INSERT INTO webhook_inbox (event_key, type, concerns, order_id, body, received_at, handled_at) VALUES
    ('planted', 'DISPUTE_CREATED', 'dispute', :order, '{"disputeId": "d-planted"}', now() - interval '1 day', now());
-- a dispute without an issue: dispute-recorded names d-planted
INSERT INTO disputes (dispute_id, order_id, amount_paise, status, outcome) VALUES
    ('d-planted', :order, 2700000, 'CHARGEBACK_CREATED', 'open');
-- a refund of money that a dispute withholds: dispute-not-refunded names RFNDplanted
INSERT INTO disputes (dispute_id, order_id, amount_paise, status, outcome, stage, created_at) VALUES
    ('d-planted', :order, 2700000, 'CHARGEBACK_CREATED', 'open', 'evidence_asked', now() - interval '1 day');
INSERT INTO refunds (refund_id, order_id, payment_id, amount_paise, reason, state, idempotency_key)
    SELECT 'RFNDplanted', order_id, sold_payment_id, 1000, 'operator', 'succeeded', gen_random_uuid()
      FROM orders WHERE order_id = :order;
-- a decided dispute that still waits for evidence: dispute-stage names d-planted
INSERT INTO disputes (dispute_id, order_id, amount_paise, status, outcome, stage) VALUES
    ('d-planted', :order, 2700000, 'CHARGEBACK_MERCHANT_LOST', 'lost', 'evidence_asked');
-- a payout of another amount than its lines: payout-adds-up names planted-payout
INSERT INTO payouts (payout_id, state, amount_paise, updated_at) VALUES
    ('planted-payout', 'paid', 2700000, now() - interval '1 day');
-- a line whose fee is not what is missing: payout-adds-up names planted-payout/PAYMENT/1
INSERT INTO payouts (payout_id, state) VALUES ('planted-payout', 'paid');
INSERT INTO payout_lines (line_key, payout_id, kind, event_type, event_id, payment_id, gross_paise, fee_paise, fee_tax_paise, net_paise, seen_at)
    SELECT 'planted-payout/PAYMENT/1', 'planted-payout', 'payment', 'PAYMENT', '1', sold_payment_id, amount_paise, 100, 18, amount_paise, now() - interval '1 day'
      FROM orders WHERE order_id = :order;
-- a payment that nobody received: payout-as-payment names nobody
INSERT INTO payouts (payout_id, state) VALUES ('planted-payout', 'paid');
INSERT INTO payout_lines (line_key, payout_id, kind, event_type, event_id, payment_id, gross_paise, fee_paise, fee_tax_paise, net_paise, seen_at)
    VALUES ('planted-payout/PAYMENT/1', 'planted-payout', 'payment', 'PAYMENT', '1', 'nobody', 100, 0, 0, 100, now() - interval '1 day');
-- an event of an unknown kind without an issue: provider-event-known names :order
INSERT INTO webhook_inbox (event_key, type, concerns, order_id, body, received_at, handled_at) VALUES
    ('planted', 'SOMETHING_NEW', 'unknown', :order, '{}', now() - interval '1 day', now());
-- a sale without its payment: sale-has-money names :sold
UPDATE payments SET outcome = 'failed' WHERE order_id = :order;
-- a paid listing without its payment: sale-has-money names :application
UPDATE orders SET sold_payment_id = NULL WHERE order_id = :listingOrder;
-- a sale whose payment was refunded: sale-keeps-its-money names :sold
INSERT INTO refunds (refund_id, order_id, payment_id, amount_paise, reason, state, idempotency_key)
    SELECT 'RFNDplanted', order_id, sold_payment_id, amount_paise, 'operator', 'succeeded', gen_random_uuid()
      FROM orders WHERE order_id = :order;
-- another deduction than stated: event-refunded-once names :cancelled
INSERT INTO event_cancellations (event_id, deduction_hundredths, started_by)
    SELECT event_id, 1000, 'asha' FROM bookings JOIN stalls USING (stall_key) WHERE id = :cancelled;
INSERT INTO event_refunds (booking_id, event_id, order_id, paid_paise, left_paise, deducted_paise, refund_paise, refund_id)
    SELECT :cancelled, event_id, :cancelledOrder, 2700000, 2700000, 700000, 2000000, refund_id
      FROM event_cancellations, refunds WHERE order_id = :cancelledOrder;
-- a refund of a booking that is still sold: event-refunded-once names :sold
INSERT INTO event_cancellations (event_id, deduction_paise, started_by)
    SELECT event_id, 0, 'asha' FROM bookings JOIN stalls USING (stall_key) WHERE id = :sold;
INSERT INTO event_refunds (booking_id, event_id, order_id, paid_paise, left_paise, deducted_paise, refund_paise)
    SELECT :sold, event_id, :order, 0, 0, 0, 0 FROM event_cancellations;
-- more refunded than decided: event-refunded-once names :cancelled
INSERT INTO event_cancellations (event_id, deduction_paise, started_by)
    SELECT event_id, 2000000, 'asha' FROM bookings JOIN stalls USING (stall_key) WHERE id = :cancelled;
INSERT INTO event_refunds (booking_id, event_id, order_id, paid_paise, left_paise, deducted_paise, refund_paise, refund_id)
    SELECT :cancelled, event_id, :cancelledOrder, 2700000, 2700000, 2000000, 700000, refund_id
      FROM event_cancellations, refunds WHERE order_id = :cancelledOrder;
-- more refunded than paid: refund-within-payment names :lateOrder
UPDATE refunds SET amount_paise = amount_paise * 2 WHERE refund_id = :refund;
-- a refund that is not requested for two days: refund-ends names :refund
UPDATE refunds SET state = 'requested', created_at = clock_timestamp() - interval '2 days' WHERE refund_id = :refund;
-- an accepted offer without its sale: offer-as-sale names :offerOrder
UPDATE stall_offers SET state = 'accepted', chosen_stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'B50'), ended_at = now() WHERE order_id = :offerOrder;
-- an offer that does not end: offer-ends names :offerOrder
UPDATE stall_offers SET expires_at = clock_timestamp() - interval '1 day' WHERE order_id = :offerOrder;
-- a gap in the invoices' numbers: invoice-series names :third
DELETE FROM invoices WHERE number LIKE 'INV/%/000002';
-- a counter ahead of its numbers: invoice-series names :credits
UPDATE invoice_counters SET last_number = last_number + 1 WHERE series = 'CRN';
-- a sale without its invoice: invoice-as-sale names :sold
DELETE FROM invoices WHERE order_id = :order;
-- an invoice without its sale: invoice-as-sale names :released
UPDATE invoices SET order_id = :lateOrder WHERE order_id = :order;
-- a reissued invoice without its credit note: invoice-as-sale names :reissued, invoice-reissued-whole names :newInvoice
DELETE FROM invoices WHERE kind = 'credit_note' AND order_id = :reissuedOrder;
-- a second invoice that does not replace the first: invoice-as-sale names :reissued
DROP INDEX invoices_one_per_order;
UPDATE invoices SET replaces = NULL WHERE order_id = :reissuedOrder;
-- a reissued invoice of a smaller amount: invoice-reissued-whole names :newInvoice
UPDATE invoices SET content = jsonb_set(content, '{tax,totalPaise}', '100') WHERE replaces IS NOT NULL;
-- a correction without its reissued invoice: invoice-reissued-whole names :correction
DELETE FROM invoices WHERE replaces IS NOT NULL AND order_id = :reissuedOrder;
-- a listing's reissued invoice without its credit note: invoice-as-sale names :reissuedApplication, invoice-reissued-whole names :newListingInvoice
DELETE FROM invoices WHERE kind = 'credit_note' AND order_id = :reissuedListing;
-- a listing's correction without its reissued invoice: invoice-reissued-whole names :listingCorrection
DELETE FROM invoices WHERE replaces IS NOT NULL AND order_id = :reissuedListing;
-- taxes that do not add up to the total: invoice-adds-up names :first
UPDATE invoices SET content = jsonb_set(content, '{tax,taxablePaise}', '1') WHERE order_id = :order;
-- a refund without its credit note: credit-notes-as-refunds names :cancelledOrder
DELETE FROM invoices WHERE kind = 'credit_note' AND order_id = :cancelledOrder;
-- a coupon used twice of once: coupon-limits names ONCE50
INSERT INTO coupon_claims (booking_id, code, used_at) VALUES (:moved, 'ONCE50', now());
-- a claim of a booking that has ended: coupon-claims names :released
INSERT INTO coupon_claims (booking_id, code) VALUES (:released, 'SAKHI25');
-- a discount without its claim: coupon-claims names :sold
DELETE FROM coupon_claims WHERE booking_id = :sold;
-- a sale without its confirmation: sale-confirmed-once names :sold
UPDATE bookings SET ended_at = clock_timestamp() - interval '1 day' WHERE id = :sold;
DELETE FROM mails WHERE booking_id = :sold AND template = 'booking-confirmed';
-- a second confirmation: sale-confirmed-once names :sold
INSERT INTO mails (id, dedupe_key, template, to_address, data, booking_id, state) VALUES
    (gen_random_uuid(), 'planted', 'booking-confirmed', 'x@example.com', '{}', :sold, 'sent');
-- a paid listing without its confirmation: sale-confirmed-once names :listingOrder
UPDATE listing_orders SET paid_at = clock_timestamp() - interval '1 day' WHERE order_id = :listingOrder;
DELETE FROM mails WHERE dedupe_key = 'listing-paid-' || :listingOrder;
-- a refund without its mail: refund-mailed-once names :refund
DELETE FROM mails WHERE dedupe_key = 'payment-refunded/' || :refund;
-- a refund without the mail about its end: refund-mailed-once names :refund
DELETE FROM mails WHERE dedupe_key = 'refund-ended/' || :refund;
-- a cancellation without its mail: cancellation-mailed names :cancelled
DELETE FROM mails WHERE booking_id = :cancelled AND template = 'booking-cancelled';
-- a holder whose turn in a message came without a mail: message-once-each names 88888888-8888-4888-8888-888888888888
INSERT INTO messages (id, event_id, subject, text, audience, timing, state, started_at) VALUES
    ('88888888-8888-4888-8888-888888888888', (SELECT min(id) FROM events), 'x', 'x', 'all', 'now', 'sending', now());
INSERT INTO message_recipients (message_id, booking_id, state, decided_at) VALUES
    ('88888888-8888-4888-8888-888888888888', :sold, 'mailed', now());
-- a message's mail to somebody whose turn did not come: message-once-each names 99999999-9999-4999-8999-999999999999
INSERT INTO mails (id, dedupe_key, template, to_address, data, booking_id, state) VALUES
    ('99999999-9999-4999-8999-999999999999', 'message/x', 'holder-message', 'x@example.com', '{}', :sold, 'sent');
-- a draft whose file is gone: message-files-there names 88888888-8888-4888-8888-888888888888
INSERT INTO messages (id, event_id, subject, text, audience, timing, state, file_ids) VALUES
    ('88888888-8888-4888-8888-888888888888', (SELECT min(id) FROM events), 'x', 'x', 'all', 'now', 'draft',
     '{99999999-9999-4999-8999-999999999999}');
-- a message that is due since yesterday: messages-move names 88888888-8888-4888-8888-888888888888
INSERT INTO messages (id, event_id, subject, text, audience, timing, state, scheduled_at) VALUES
    ('88888888-8888-4888-8888-888888888888', (SELECT min(id) FROM events), 'x', 'x', 'all', 'now', 'waiting', now() - interval '1 day');
-- a stall that is offered and not kept: offered-stall-is-kept names 77777777-7777-4777-8777-777777777771
INSERT INTO waiting_places (id, event_id, stall_type, full_name, email, phone, mailbox, turn, state, confirmed_at, stall_key, booking_id, offered_at, offer_until)
    SELECT '77777777-7777-4777-8777-777777777771', event_id, 'General', 'x', 'x@example.com', '9', 'x', 0, 'offered', now(), stall_key, b.id, now(), now() + interval '1 day'
      FROM bookings b JOIN stalls USING (stall_key) WHERE b.id = :sold;
-- a stall that is blocked for nobody on the list: offered-stall-is-kept names :offline, booking-history names :offline
UPDATE bookings SET state = 'blocked', block_reason = 'Offered to the waiting list' WHERE id = :offline;
-- somebody who was passed over: offers-in-order names 77777777-7777-4777-8777-777777777771, offered-stall-is-kept names 77777777-7777-4777-8777-777777777772
INSERT INTO waiting_places (id, event_id, stall_type, full_name, email, phone, mailbox, turn, confirmed_at, waiting_since)
    SELECT '77777777-7777-4777-8777-777777777771', min(id), 'General', 'x', 'x@example.com', '9', 'x', 0, now() - interval '2 days', now() - interval '2 days' FROM events;
INSERT INTO waiting_places (id, event_id, stall_type, full_name, email, phone, mailbox, turn, state, confirmed_at, stall_key, booking_id, offered_at, offer_until)
    SELECT '77777777-7777-4777-8777-777777777772', (SELECT min(id) FROM events), 'General', 'y', 'y@example.com', '8', 'y', 0, 'offered', now(), stall_key, id, now(), now() + interval '1 day'
      FROM bookings WHERE id = :sold;
-- an offer that outlives its time: offers-end-in-time names 77777777-7777-4777-8777-777777777771, offered-stall-is-kept names 77777777-7777-4777-8777-777777777771
INSERT INTO waiting_places (id, event_id, stall_type, full_name, email, phone, mailbox, turn, state, confirmed_at, stall_key, booking_id, offered_at, offer_until)
    SELECT '77777777-7777-4777-8777-777777777771', event_id, 'General', 'x', 'x@example.com', '9', 'x', 0, 'offered', now(), stall_key, b.id, now() - interval '2 days', now() - interval '1 day'
      FROM bookings b JOIN stalls USING (stall_key) WHERE b.id = :sold;
-- a move whose stall nobody keeps: move-keeps-its-stall names :openMove
UPDATE bookings SET state = 'released', release_reason = 'operator', ended_at = now()
    WHERE id = (SELECT block_id FROM stall_moves WHERE id = :openMove);
-- a stall that is kept for no move: move-keeps-its-stall names :offline
UPDATE bookings SET state = 'blocked', block_reason = 'Kept for a move' WHERE id = :offline;
-- a booking that left its stall while its move waits: move-keeps-its-stall names :openMove
UPDATE stall_moves SET from_stall_key = (SELECT stall_key FROM bookings WHERE id = :sold) WHERE id = :openMove;
-- a move that costs more than was paid: move-is-paid names :paidMove
UPDATE stall_moves SET to_pay_paise = to_pay_paise + 100 WHERE id = :paidMove;
-- a debit note for no move: move-is-paid names :debitNote
UPDATE orders SET move_id = NULL WHERE move_id = :paidMove;
-- a payment of a move that was not made: move-is-paid names :paidMove
UPDATE stall_moves SET state = 'lapsed' WHERE id = :paidMove;
-- a move that waits too long: moves-end-in-time names :openMove
UPDATE stall_moves SET until = now() - interval '1 day' WHERE id = :openMove;
-- a move that outlives its booking: moves-end-in-time names :openMove
UPDATE bookings SET state = 'released', release_reason = 'cancelled', listing_offer = 'not_offered', ended_at = now() - interval '1 day'
    WHERE id = (SELECT booking_id FROM stall_moves WHERE id = :openMove);
-- a message by WhatsApp after its consent had ended: whatsapp-by-consent names 66666666-6666-4666-8666-666666666666
INSERT INTO whatsapp_consents (id, subject_type, subject_id, phone, wording, version, given_by, given_at, withdrawn_at, withdrawn_by) VALUES
    ('55555555-5555-4555-8555-555555555555', 'booking', :sold, '9811100001', 'x', '2026-11-29', 'registration', now() - interval '2 days', now() - interval '1 day', 'stop_word');
INSERT INTO whatsapp_messages (id, dedupe_key, template, consent_id, booking_id, state, claimed_at, sent_at) VALUES
    ('66666666-6666-4666-8666-666666666666', 'x', 'booking_confirmed', '55555555-5555-4555-8555-555555555555', :sold, 'sent', now(), now());
-- a message by WhatsApp with another booking's consent: whatsapp-by-consent names 66666666-6666-4666-8666-666666666666
INSERT INTO whatsapp_consents (id, subject_type, subject_id, phone, wording, version, given_by, given_at) VALUES
    ('55555555-5555-4555-8555-555555555555', 'booking', :moved, '9811100001', 'x', '2026-11-29', 'registration', now() - interval '2 days');
INSERT INTO whatsapp_messages (id, dedupe_key, template, consent_id, booking_id, state, claimed_at, sent_at) VALUES
    ('66666666-6666-4666-8666-666666666666', 'x', 'booking_confirmed', '55555555-5555-4555-8555-555555555555', :sold, 'sent', now(), now());
-- a message by WhatsApp that is due since yesterday: whatsapp-messages-move names 66666666-6666-4666-8666-666666666666
INSERT INTO whatsapp_consents (id, subject_type, subject_id, phone, wording, version, given_by) VALUES
    ('55555555-5555-4555-8555-555555555555', 'booking', :sold, '9811100001', 'x', '2026-11-29', 'registration');
INSERT INTO whatsapp_messages (id, dedupe_key, template, consent_id, booking_id, created_at) VALUES
    ('66666666-6666-4666-8666-666666666666', 'x', 'booking_confirmed', '55555555-5555-4555-8555-555555555555', :sold, now() - interval '1 day');
-- a number in a consent that was erased: erased-is-empty names whatsapp_consents 55555555-5555-4555-8555-555555555555
INSERT INTO whatsapp_consents (id, subject_type, subject_id, phone, wording, version, given_by, withdrawn_at, withdrawn_by, erased_at) VALUES
    ('55555555-5555-4555-8555-555555555555', 'booking', :sold, '9811100001', 'x', '2026-11-29', 'registration', now(), 'erased', now());
-- a mail queued for a day: mails-move names :mail
UPDATE mails SET state = 'queued', created_at = clock_timestamp() - interval '1 day', claimed_at = NULL WHERE id = :mail;
-- a failed mail without an issue: mails-move names :mail
UPDATE mails SET state = 'failed' WHERE id = :mail;
-- an invoice without its PDF: invoices-rendered names :first
UPDATE invoices SET pdf = NULL, issued_at = clock_timestamp() - interval '1 day' WHERE order_id = :order;
-- an outbox row not relayed for a day: outbox-moves names 987654321
INSERT INTO outbox (id, topic, payload, created_at) OVERRIDING SYSTEM VALUE VALUES
    (987654321, 'workflow', '{}', clock_timestamp() - interval '1 day');
-- a webhook not handled for a day: webhooks-move names 987654321
INSERT INTO webhook_inbox (id, event_key, type, body, received_at) OVERRIDING SYSTEM VALUE VALUES
    (987654321, 'planted', 'PLANTED', '{}', clock_timestamp() - interval '1 day');
-- a job that is not started: queue-moves names mails/planted
INSERT INTO bullmq.job (queue, id, seq, name, state, data, opts, added_at_ms, process_at_ms) VALUES
    ('mails', 'planted', 1, 'mails', 'waiting', '{}', '{}', 1, 1);
-- an email address in a booking's history: no-personal-data-in-records names booking_events 987654321
INSERT INTO booking_events (id, booking_id, stall_key, kind, actor, detail) OVERRIDING SYSTEM VALUE VALUES
    (987654321, :released, (SELECT stall_key FROM stalls WHERE stall_id = 'A3'), 'attempt_failed', 'provider', '{"note": "asha@example.com"}');
-- a phone number in an issue: no-personal-data-in-records names issues 22222222-2222-4222-8222-222222222222
INSERT INTO issues (id, kind, subject, facts) VALUES
    ('22222222-2222-4222-8222-222222222222', 'mail_failed', 'x', '{"to": "9876543210"}');
-- an email address in a job: no-personal-data-in-queue names mails/planted
INSERT INTO bullmq.job (queue, id, seq, name, state, data, opts, added_at_ms) VALUES
    ('mails', 'planted', 1, 'mails', 'completed', '{"to": "asha@example.com"}', '{}', 1);
-- an answered request that should have been erased: retention-kept names booking_requests 33333333-3333-4333-8333-333333333333
INSERT INTO booking_requests (id, booking_id, kind, text, state, answered_at) VALUES
    ('33333333-3333-4333-8333-333333333333', :sold, 'correction', 'Asha, not Ahsa', 'done', now() - interval '10 years');
-- a page with an address that was given for the application: public-contacts-chosen names :application
UPDATE brands b SET contact_email = a.email, contacts_chosen_at = NULL
    FROM listing_applications a WHERE a.id = :application AND b.id = a.brand_id;
-- an erased booking that still has its name: erased-is-empty names :erased
UPDATE bookings SET erased_at = now() WHERE id = :released;
-- a registration that should have been erased: retention-kept names :overdue
UPDATE bookings SET state = 'released', release_reason = 'left', ended_at = now() - interval '10 years'
    WHERE id = :registered;
UPDATE orders SET state = 'void' WHERE subject_id = :registered;
-- a check that nobody repeats: pictures-move names 44444444-4444-4444-8444-444444444444
INSERT INTO pictures (id, subject_type, subject_id, state, bytes, received, updated_at) VALUES
    ('44444444-4444-4444-8444-444444444444', 'brand', gen_random_uuid(), 'checking', 5, 5, now() - interval '1 day');
-- a ready picture without files: pictures-complete names 55555555-5555-4555-8555-555555555555
INSERT INTO pictures (id, subject_type, subject_id, state, bytes, received, width, height, placeholder, ended_at) VALUES
    ('55555555-5555-4555-8555-555555555555', 'brand', gen_random_uuid(), 'ready', 5, 5, 9, 9, 'data:image/webp;base64,', now());
-- somebody who came in without a stall: arrivals-of-sold-stalls names 88888888-8888-4888-8888-888888888888
INSERT INTO gate_ticks (id, booking_id, day, at, administrator_id, administrator)
    SELECT '88888888-8888-4888-8888-888888888888', id, (now() AT TIME ZONE 'Asia/Kolkata')::date, now(), gen_random_uuid(), 'gauri'
      FROM bookings WHERE id = :registered;
-- a tick on a day that it was not made: arrivals-of-sold-stalls names 99999999-9999-4999-8999-999999999999
INSERT INTO gate_ticks (id, booking_id, day, at, administrator_id, administrator)
    VALUES ('99999999-9999-4999-8999-999999999999', :sold, '2099-01-01', now(), gen_random_uuid(), 'gauri');
-- a deleted picture that keeps its files: pictures-complete names 66666666-6666-4666-8666-666666666666
INSERT INTO pictures (id, subject_type, subject_id, state, bytes, ended_at) VALUES
    ('66666666-6666-4666-8666-666666666666', 'brand', gen_random_uuid(), 'deleted', 5, now() - interval '1 day');
INSERT INTO picture_files (picture_id, name, format, width, height, bytes) VALUES
    ('66666666-6666-4666-8666-666666666666', repeat('a', 40) || '-320.webp', 'webp', 320, 200, 9);
-- a refused picture whose upload was kept: pictures-complete names 77777777-7777-4777-8777-777777777777
INSERT INTO pictures (id, subject_type, subject_id, state, problem, bytes, received, ended_at) VALUES
    ('77777777-7777-4777-8777-777777777777', 'brand', gen_random_uuid(), 'refused', 'broken', 5, 5, now());
INSERT INTO picture_chunks (picture_id, starts_at, bytes) VALUES ('77777777-7777-4777-8777-777777777777', 0, 'x');
-- a restored database whose sales are paused: not-recovering names 44444444-4444-4444-8444-444444444444
INSERT INTO recoveries (id, found) VALUES ('44444444-4444-4444-8444-444444444444', '{}');
-- a database of which nobody could say whether it is current: not-recovering names database
UPDATE outside_records SET unverified_since = now();
-- a number that nobody left out: invoice-series names :third
INSERT INTO left_out_numbers (series, financial_year, first_number, last_number, recovery_id) VALUES
    ('CRN', '26-27', 2, 2, '44444444-4444-4444-8444-444444444444');
DELETE FROM invoices WHERE number LIKE 'INV/%/000002';
