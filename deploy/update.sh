#!/usr/bin/env bash
# Replaces the running product by what is checked out, without a failed request: builds, migrates, then replaces one process
# after the other. The proxy retries at the other api meanwhile.
#   deploy/update.sh         the image before is kept as sakhi-bazaar:previous
#   deploy/update.sh back    returns to it; the database keeps its schema
# COMPOSE may hold another command, such as "docker compose --env-file other.env".
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
read -ra compose <<< "${COMPOSE:-docker compose}"
image=sakhi-bazaar:1.0.0 previous=sakhi-bazaar:previous
# Shown by /healthz, the dashboard and the logs.
SAKHI_VERSION=$(git describe --always --dirty --exclude '*' 2> /dev/null || true)
export SAKHI_VERSION

# Settings that compose would ignore in silence: .env may have a misspelt name.
env_file=.env
for ((i = 0; i < ${#compose[@]}; i++)); do [ "${compose[i]}" = --env-file ] && env_file=${compose[i + 1]}; done
if [ -f "$env_file" ]; then
  unknown=$(comm -23 <(sed -nE 's/^([A-Za-z_][A-Za-z0-9_]*)=.*/\1/p' "$env_file" | sort -u) \
    <(sed -nE 's/^([A-Z_]+)=.*/\1/p' .env.example | sort -u) | paste -sd ' ')
  if [ -n "$unknown" ]; then
    echo "$env_file sets names that are no settings (see .env.example): $unknown" >&2
    exit 1
  fi
fi

# What runs, whatever the tags say: an update may have failed after its build.
running() { "${compose[@]}" ps -q "$1" | head -n 1 | xargs -r docker inspect --format '{{.Image}}' 2> /dev/null || true; }
# As many of each as run now: a set-up started with --scale stays as large as it is. Compose refuses the number of a service that
# the same command does not start.
api_scale=() work_scale=()
for service in api orchestrator jobs; do
  count=$("${compose[@]}" ps -q "$service" | wc -l)
  if [ "$count" -eq 0 ]; then continue; fi
  if [ "$service" = api ]; then api_scale+=(--scale "api=$count"); else work_scale+=(--scale "$service=$count"); fi
done

if [ "${1:-}" = back ]; then
  docker image inspect "$previous" > /dev/null || { echo "There is no image before this one." >&2; exit 1; }
  docker tag "$previous" "$image"
elif [ $# -eq 0 ]; then
  before=$(running api)
  "${compose[@]}" build migrate
  now=$(docker image inspect --format '{{.Id}}' "$image")
  if [ -n "$before" ] && [ "$before" != "$now" ]; then docker tag "$before" "$previous"; fi
  # On this image's own schema, or not at all: the running processes are untouched until here.
  "${compose[@]}" run --rm --no-deps -T migrate
else
  sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
fi

# One api at a time: the new one is healthy before the next one stops.
for id in $("${compose[@]}" ps -q api); do
  # Gone already: somebody else has ended it.
  docker stop -t 30 "$id" > /dev/null 2>&1 || continue
  docker rm "$id" > /dev/null 2>&1 || true
  "${compose[@]}" up -d --no-deps --no-recreate --no-build --wait --wait-timeout 180 "${api_scale[@]}" api
done
# Before jobs, which need it. A release before may have none: then the newer one continues, and nobody asks it.
if [ "${1:-}" != back ] || docker run --rm --network none --entrypoint test "$image" -f backend/dist/bundle/decoder-server.js; then
  "${compose[@]}" up -d --no-deps --no-build --wait --wait-timeout 180 decoder
fi
# Their work waits for some seconds; no visitor notices.
"${compose[@]}" up -d --no-deps --no-build --wait --wait-timeout 180 "${work_scale[@]}" orchestrator jobs backup
# Images of earlier updates that nothing uses and no tag names; a full disk ends the sales.
docker image prune -f --filter label=in.sakhi-bazaar > /dev/null
echo "updated: $("${compose[@]}" ps -q api | xargs docker inspect --format '{{.Image}}' | sort -u | cut -c 8-19 | paste -sd ' ')"
