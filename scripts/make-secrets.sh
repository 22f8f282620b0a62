#!/bin/sh
# Gives every secret that .env lacks a fresh random value. Keeps those that are there, and refuses those that would not work.
# Needs nothing but a shell.
# Usage: sh scripts/make-secrets.sh [FILE]   (default: .env beside docker-compose.yml)
set -eu
export LC_ALL=C
umask 077
root=$(cd "$(dirname "$0")/.." && pwd)
file=${1:-$root/.env}
draft=$file.new
secrets='ADMIN_TOKEN CLICKHOUSE_PASSWORD REDIS_PASSWORD GRAFANA_PASSWORD'

# 21 letters and digits, 125 bits, which mean themselves in URLs, XML and shells.
random() { tr -dc 'A-Za-z0-9' </dev/urandom | head -c 21; }
# The value of NAME in the draft: that of its last line.
value() { sed -n "s/^$1=//p" "$draft" | tail -n 1; }

trap 'rm -f "$draft"' EXIT
if [ -e "$file" ]; then cat "$file" >"$draft"; else cat "$root/.env.example" >"$draft"; fi

# A value is read by Compose, by shells, and in URLs and XML: refused is what one of them would read as something else.
refuse() { echo "$file: $*" >&2; exit 1; }
for name in $secrets; do
  blank='[[:blank:]]*'
  if grep -E "^$blank(export[[:blank:]]+)?$name$blank[=:]" "$draft" | grep -qv "^$name="; then
    refuse "the line of $name must start with \"$name=\", without \"export\" and blanks"
  fi
  given=$(value "$name")
  case $given in
  *[!A-Za-z0-9._~-]*) refuse "$name must contain only letters, digits and . _ ~ - (no quotes, no blanks): other characters mean something in URLs" ;;
  esac
done
token=$(value ADMIN_TOKEN)
if [ -n "$token" ] && [ ${#token} -lt 16 ]; then refuse "ADMIN_TOKEN must have at least 16 characters, got ${#token}"; fi

made=
for name in $secrets; do
  [ -z "$(value "$name")" ] || continue
  # In the place of an empty line for it when there is one, else at the end.
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
if [ -n "$made" ]; then echo "$file has fresh values for:$made"; else echo "$file has every secret already"; fi
