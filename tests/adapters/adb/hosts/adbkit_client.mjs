// Runs everyday calls of @devicefarmer/adbkit on one phone and prints their results as one line of JSON.
// Arguments: the adb server's port, the phone's serial number, a folder for files, a free port.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import adbkit from "@devicefarmer/adbkit";

const [port, serial, files, free] = process.argv.slice(2);
const { Adb } = adbkit;
const server = Adb.createClient({ host: "127.0.0.1", port: Number(port) });
const phone = server.getDevice(serial);
const text = async (stream) => (await Adb.util.readAll(stream)).toString();
const ended = (transfer) => new Promise((done, failed) => transfer.on("end", done).on("error", failed));
const data = crypto.randomBytes(3_000_000);
const local = path.join(files, "local.bin");
const remote = "/sdcard/größe 文.bin";
const junk = path.join(files, "junk.apk");

const calls = {
  version: () => server.version(),
  devices: () => server.listDevices(),
  state: () => phone.getState(),
  properties: async () => (await phone.getProperties())["ro.product.model"],
  features: async () => Object.keys(await phone.getFeatures()).length > 0,
  packages: () => phone.getPackages(),
  shell: async () => text(await phone.shell("echo a b")),
  words: async () => text(await phone.shell(["echo", "it's", "$HOME", "文"])),
  push: async () => ended(await phone.push(local, remote)),
  pull: async () => data.equals(await Adb.util.readAll(await phone.pull(remote))),
  many: async () => {
    for (let number = 0; number < 30; number++) await ended(await phone.push(junk, `/sdcard/many/${number}`));
    return (await phone.readdir("/sdcard/many")).length;
  },
  stat: async () => (await phone.stat(remote)).size,
  folder: async () => (await phone.stat("/sdcard/Download")).isDirectory(),
  names: async () => (await phone.readdir("/sdcard")).map((entry) => entry.name),
  absent: async () => ended(await phone.pull("/sdcard/absent")),
  screencap: async () => (await Adb.util.readAll(await phone.screencap())).toString("latin1", 1, 4),
  framebuffer: async () => (await Adb.util.readAll(await phone.framebuffer("raw"))).length,
  tap: async () => text(await phone.shell("input tap 10 10")),
  forward: async () => phone.forward(`tcp:${free}`, "tcp:9008"),
  forwards: async () => (await phone.listForwards()).map((item) => [item.local, item.remote]),
  reverse: () => phone.reverse("tcp:7912", "tcp:7913"),
  reverses: () => phone.listReverses(),
  closed: () => phone.openTcp(1),
  activity: () => phone.startActivity({ wait: true, component: "com.android.contacts/.activities.PeopleActivity" }),
  service: () => phone.startService({ component: "com.nosuch/.Service", user: 0 }),
  installed: async () => [await phone.isInstalled("com.android.settings"), await phone.isInstalled("com.nosuch")],
  install: () => phone.install(junk),
  clear: async () => phone.clear("com.nosuch"),
  root: () => phone.root(),
  booted: () => phone.waitBootComplete(),
  afterwards: async () => text(await phone.shell("echo on")),
};

fs.writeFileSync(local, data);
fs.writeFileSync(junk, "no package");
