// Asking the desk. What it refuses is an error with its sentence, and with the status of HTTP.

const API = "/api/1/";

// Parameters of an address; what is empty is left out, and an array stands once for each of its values.
function parameters(values) {
  const all = new URLSearchParams();
  for (const name in values)
    for (const value of [].concat(values[name]))
      if (value !== "" && value !== null && value !== undefined) all.append(name, value);
  const text = all.toString();
  return text ? "?" + text : "";
}

async function ask(method, path, body, more) {
  const options = {method, credentials: "same-origin", headers: {...more}};
  if (method !== "GET") {
    options.headers["Content-Type"] = "application/json";
    options.headers["X-Grimoire"] = "desk";
    options.body = JSON.stringify(body || {});
  }
  let response, answer;
  try {
    response = await fetch(API + path, options);
    answer = await response.json();
  } catch (error) {
    throw new Error("The desk does not answer. Is it still running?");
  }
  if (!response.ok) throw Object.assign(new Error(answer.error), {status: response.status});
  return Object.assign(answer, {etag: response.headers.get("ETag")});
}

const get = (path, values) => ask("GET", path + parameters(values));
const post = (path, body) => ask("POST", path, body);
