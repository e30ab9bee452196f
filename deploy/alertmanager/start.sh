#!/bin/sh
# Alertmanager reads no environment: writes its configuration from
#   ALERT_WEBHOOK_URL    receives all alerts: a chat's or a pager's webhook
#   ALERT_MAIL_TO        receives all alerts by mail, through SMTP_URL, in the name of MAIL_FROM
#   ALERT_HEARTBEAT_URL  receives a call each minute as long as everything works; a service that misses it wakes you
# Without them, alerts stand on Alertmanager's page only.
set -eu

# The words of a URL may be percent-encoded.
decoded() {
  printf '%s' "$1" | awk 'BEGIN { for (i = 1; i < 128; i++) of[sprintf("%02X", i)] = sprintf("%c", i) }
    { while (match($0, /%[0-7][0-9A-Fa-f]/)) {
        printf "%s%s", substr($0, 1, RSTART - 1), of[toupper(substr($0, RSTART + 1, 2))]
        $0 = substr($0, RSTART + 3) }
      printf "%s", $0 }'
}
# As a string of YAML in single quotes.
quoted() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/''/g")"; }

mail() {
  scheme=${SMTP_URL%%://*} rest=${SMTP_URL#*://} login=""
  case $rest in *@*) login=${rest%@*} rest=${rest##*@} ;; esac
  host=${rest%%[/?]*}
  case $host in *:*) ;; *) if [ "$scheme" = smtps ]; then host=$host:465; else host=$host:587; fi ;; esac
  printf '    email_configs:\n      - to: %s\n' "$(quoted "$ALERT_MAIL_TO")"
  printf '        from: %s\n' "$(quoted "${MAIL_FROM:-$ALERT_MAIL_TO}")"
  printf '        smarthost: %s\n' "$(quoted "$host")"
  if [ -n "$login" ]; then
    printf '        auth_username: %s\n' "$(quoted "$(decoded "${login%%:*}")")"
    printf '        auth_password: %s\n' "$(quoted "$(decoded "${login#*:}")")"
  else
    printf '        require_tls: false\n'
  fi
  printf '        send_resolved: true\n'
}

config=${ALERTMANAGER_CONFIG:-/run/config/alertmanager.yml}
umask 077
{
  cat <<'YAML'
route:
  receiver: person
  group_by: [alertname]
  group_wait: 30s
  group_interval: 5m
  repeat_interval: 4h
  routes:
    - matchers: ['severity="heartbeat"']
      receiver: heartbeat
      group_wait: 0s
      group_interval: 1m
      repeat_interval: 1m
    - matchers: ['severity="page"']
      receiver: person
      repeat_interval: 30m
receivers:
  - name: heartbeat
YAML
  if [ -n "${ALERT_HEARTBEAT_URL:-}" ]; then
    printf '    webhook_configs:\n      - url: %s\n        send_resolved: false\n' "$(quoted "$ALERT_HEARTBEAT_URL")"
  fi
  printf '  - name: person\n'
  if [ -n "${ALERT_WEBHOOK_URL:-}" ]; then
    printf '    webhook_configs:\n      - url: %s\n' "$(quoted "$ALERT_WEBHOOK_URL")"
  fi
  if [ -n "${ALERT_MAIL_TO:-}" ]; then mail; fi
} > "$config"
[ -n "${ALERTMANAGER_CONFIG:-}" ] || exec /bin/alertmanager --config.file="$config" --storage.path=/alertmanager
