#!/usr/bin/env bash
# Runs the service once and sends it requests of each common kind, so that the AOT cache that it leaves when it ends
# holds the method profiles of requests as well as its classes. The arguments are those of `java`.
set -euo pipefail

port=8080
rounds=${TRAINING_ROUNDS:-30}

java "$@" > training.log 2>&1 &
service=$!
trap 'kill "$service" 2>/dev/null || true; cat training.log >&2' ERR

connect() { exec 3<>"/dev/tcp/127.0.0.1/$port"; }

ready() {
  connect 2>/dev/null || return 1
  printf 'GET /actuator/health/readiness HTTP/1.0\r\n\r\n' >&3
  local status
  IFS= read -r status <&3
  [[ $status == *' 200'* ]]
}

for ((attempt = 0; ; attempt++)); do
  ready && break
  kill -0 "$service"
  ((attempt < 600))
  sleep 0.1
done

vocabulary=(the of and to in is that for it as was with be by on not he his but at are this have from or had an they which
  one you were all her she there would their we him been has when who will no more if out so up said what its about than
  document service index fingerprint near duplicate collection lookup table distance corpus crawler moderate archive)

# A text of so many words, none like the one before.
text() {
  text=
  for ((word = 0; word < $1; word++)); do
    text+="${vocabulary[RANDOM % ${#vocabulary[@]}]}$((RANDOM % 7)) "
  done
}

# Appends a request to what is sent; $4 is `close` for the last one of a connection.
request() {
  printf '%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: %s\r\n\r\n%s' \
    "$1" "$2" "${5:-application/json}" "${#3}" "${4:-keep-alive}" "$3"
}

# The requests of one connection.
requests() {
  local i lines
  for ((i = 0; i < 40; i++)); do
    text 160
    request POST /fingerprint "{\"text\":\"$text\"}"
    request POST /duplicates "{\"text\":\"$text\"}"
    request PUT "/documents/training-$1-$i" "{\"text\":\"$text\"}"
    request GET "/duplicates?text=${text// /+}" ''
    request POST /compare "{\"a\":{\"text\":\"$text\"},\"b\":{\"id\":\"training-$1-$i\"}}"
    request GET "/documents/training-$1-$i" ''
  done
  lines=
  for ((i = 0; i < 100; i++)); do
    text 40
    lines+="{\"id\":\"line-$1-$i\",\"text\":\"$text\"}"$'\n'
  done
  request POST /documents "$lines" keep-alive application/x-ndjson
  request POST /duplicates "${lines//\"id\"/\"limit\":5,\"id\"}" keep-alive application/x-ndjson
  request DELETE "/documents/training-$1-0" '' close
}

for ((round = 0; round < rounds; round++)); do
  connect
  requests "$round" >&3 &
  cat <&3 > answers.txt
  wait $!
  exec 3>&-
done
grep -q '"outcome":"added"' answers.txt

kill "$service"
wait "$service" || [[ $? == 143 ]]
rm training.log answers.txt
