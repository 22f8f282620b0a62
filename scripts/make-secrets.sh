#!/bin/sh
# Adds a random value to .env for every missing secret. Keeps existing values, and refuses those that would not work.
# Requires only a shell.
# Usage: sh scripts/make-secrets.sh [FILE]   (default: .env next to docker-compose.yml)
set -eu
export LC_ALL=C
umask 077
case ${1:-} in -*) echo 'Usage: sh scripts/make-secrets.sh [FILE]' >&2; exit 1 ;; esac
root=$(cd "$(dirname "$0")/.." && pwd)
file=${1:-$root/.env}
draft=$file.new
secrets='ADMIN_TOKEN CLICKHOUSE_PASSWORD REDIS_PASSWORD GRAFANA_PASSWORD'

# 21 letters and digits, 125 bits, which need no escaping in URLs, XML and shells.
random() { tr -dc 'A-Za-z0-9' </dev/urandom | head -c 21; }
# Prints the value of NAME in the draft; its last line counts.
value() { sed -n "s/^$1=//p" "$draft" | tail -n 1; }

trap 'rm -f "$draft"' EXIT
if [ -e "$file" ]; then cat "$file" >"$draft"; else cat "$root/.env.example" >"$draft"; fi

# Compose, shells, URLs and XML contain the values: those that one of them would interpret differently are refused.
refuse() { echo "$file: $*" >&2; exit 1; }
for name in $secrets; do
  blank='[[:blank:]]*'
  if grep -E "^$blank(export[[:blank:]]+)?$name$blank[=:]" "$draft" | grep -qv "^$name="; then
    refuse "the line of $name must start with \"$name=\", without \"export\" or spaces"
  fi
  given=$(value "$name")
  case $given in
  *[!A-Za-z0-9._~-]*) refuse "$name must contain only letters, digits and . _ ~ - (no quotes, no spaces): other characters have a meaning in URLs" ;;
  esac
done
token=$(value ADMIN_TOKEN)
if [ -n "$token" ] && [ ${#token} -lt 16 ]; then refuse "ADMIN_TOKEN must have at least 16 characters, got ${#token}"; fi

made=
for name in $secrets; do
  [ -z "$(value "$name")" ] || continue
  # Replaces an empty line for it if there is one, else appends a line.
  if grep -q "^$name=" "$draft"; then
    filled=$(sed "s/^$name=\$/$name=$(random)/" "$draft")
    printf '%s\n' "$filled" >"$draft"
  else
    [ -z "$(tail -c 1 "$draft")" ] || echo >>"$draft"
    echo "$name=$(random)" >>"$draft"
  fi
  made="$made $name"
done
chmod 600 "$draft"
mv "$draft" "$file"
if [ -n "$made" ]; then echo "Wrote new values to $file:$made"; else echo "$file already contains every secret"; fi
