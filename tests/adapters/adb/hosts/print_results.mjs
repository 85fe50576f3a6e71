
// Appended to each client's program, which defines `calls`: prints what every call returned, an error as its message.
const results = {};
for (const [name, call] of Object.entries(calls)) {
  try {
    results[name] = (await call()) ?? null;
  } catch (error) {
    results[name] = { error: error.message };
  }
}
console.log(JSON.stringify(results));
process.exit(0);
