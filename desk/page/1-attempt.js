// Doing what a person has asked for. The page that plays a game has this, too (wasm/page).

// Only the last answer of several that were asked for counts: `latest` is an object that keeps their number.
async function newest(latest, promise) {
  const number = latest.number = (latest.number || 0) + 1;
  const answer = await promise;
  return number === latest.number ? answer : null;
}

// Which operation of a list it was matters to nobody here.
const plainer = text => text.replace(/^operation \d+, \w+: /, "").replace(/^sel, /, "");

// Runs what a person has asked for, and says what went wrong, with buttons for what can be done about it.
async function attempt(desk, work) {
  try {
    desk.notice.textContent = "";
    return await work();
  } catch (error) {
    fill(desk.notice, plainer(error.message), " ", ...error.buttons || [], word("×", "Dismiss", () => { desk.notice.textContent = ""; }));
    if (!error.status) console.error(error);
    return null;
  }
}
