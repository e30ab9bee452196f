#!/bin/sh
# Alertmanager reads no environment: writes its configuration, with ALERT_WEBHOOK_URL as the receiver of all alerts (a chat's
# or a pager's webhook). Without it, alerts stand on Alertmanager's page only.
set -eu
{
  cat <<'YAML'
route:
  receiver: person
  group_by: [alertname]
  group_wait: 30s
  group_interval: 5m
  repeat_interval: 4h
  routes:
    - matchers: ['severity="page"']
      receiver: person
      repeat_interval: 30m
receivers:
  - name: person
YAML
  if [ -n "${ALERT_WEBHOOK_URL:-}" ]; then
    printf '    webhook_configs:\n      - url: "%s"\n' "$ALERT_WEBHOOK_URL"
  fi
} > /run/config/alertmanager.yml
exec /bin/alertmanager --config.file=/run/config/alertmanager.yml --storage.path=/alertmanager
