// Runs public methods of appium-adb that need no APK on one phone and prints their results as one line of JSON.
// Arguments: the adb server's port, the phone's serial number, a folder for files, a free port.
import fs from "node:fs";
import path from "node:path";
import { ADB } from "appium-adb";

const [port, serial, files, free] = process.argv.slice(2);
const adb = await ADB.createADB({ adbPort: Number(port), udid: serial, adbExecTimeout: 40_000, suppressKillServer: true });
adb.setDeviceId(serial);
const app = "com.android.contacts";
const activity = ".activities.PeopleActivity";
const keyboards = ["com.android.adbkeyboard/.AdbIME", "com.android.inputmethod.latin/.LatinIME"];
const local = path.join(files, "local.txt");
fs.writeFileSync(local, "hello".repeat(9999));

const calls = {
  devices: async () => (await adb.getConnectedDevices()).find((item) => item.udid === serial)?.state,
  apiLevel: () => adb.getApiLevel(),
  platform: () => adb.getPlatformVersion(),
  model: () => adb.getModel(),
  size: () => adb.getScreenSize(),
  density: () => adb.getScreenDensity(),
  locale: () => adb.getDeviceLocale(),
  zone: () => adb.getTimeZone(),
  orientation: () => adb.getScreenOrientation(),
  setting: async () => (await adb.setSetting("system", "screen_brightness", "77")) || adb.getSetting("system", "screen_brightness"),
  location: () => adb.getLocationProviders(),
  wifi: async () => {
    const before = await adb.isWifiOn();
    await adb.setWifiState(false);
    const between = await adb.isWifiOn();
    await adb.setWifiState(true);
    return [before, between, await adb.isWifiOn()];
  },
  airplane: async () => {
    await adb.setAirplaneMode(true);
    const on = await adb.isAirplaneModeOn();
    await adb.setAirplaneMode(false);
    return [on, await adb.isAirplaneModeOn()];
  },
  animation: () => adb.isAnimationOn(),
  exists: async () => [await adb.fileExists("/sdcard"), await adb.fileExists("/sdcard/absent")],
  names: () => adb.ls("/sdcard"),
  files: async () => {
    await adb.mkdir("/sdcard/some");
    await adb.push(local, "/sdcard/some/a");
    await adb.pull("/sdcard/some/a", `${local}.back`);
    const size = await adb.fileSize("/sdcard/some/a");
    await adb.rimraf("/sdcard/some");
    return [size, fs.readFileSync(`${local}.back`, "utf8") === fs.readFileSync(local, "utf8"), await adb.ls("/sdcard/some")];
  },
  screenshot: async () => (await adb.takeScreenshot()).toString("latin1", 1, 4),
  features: () => adb.listFeatures(),
  installed: async () => [await adb.isAppInstalled(app), await adb.isAppInstalled("com.nosuch")],
  information: () => adb.getPackageInfo(app),
  launchable: () => adb.resolveLaunchableActivity(app),
  permissions: () => adb.getGrantedPermissions(app),
  start: async () => {
    await adb.startApp({ pkg: app, activity, waitPkg: app, waitActivity: activity, waitDuration: 20_000 });
    return adb.getFocusedPackageAndActivity();
  },
  running: () => adb.isAppRunning(app),
  clear: () => adb.clear(app),
  stop: async () => (await adb.forceStop(app)) || adb.getFocusedPackageAndActivity(),
  uninstall: () => adb.uninstallApk("com.nosuch"),
  forward: async () => {
    await adb.forwardPort(Number(free), 9008);
    const listed = await adb.getForwardList();
    await adb.removePortForward(Number(free));
    return [listed, await adb.getForwardList()];
  },
  reverse: async () => {
    await adb.reversePort(7933, 7934);
    const listed = await adb.getReverseList();
    await adb.removePortReverse(7933);
    return listed;
  },
  keys: async () => [await adb.keyevent(3), await adb.back(), await adb.goToHome(), await adb.inputText("it's 5 $x")].length,
  keyboard: () => adb.isSoftKeyboardPresent(),
  keyboards: () => adb.availableIMEs(),
  otherKeyboard: async () => [await adb.runInImeContext(keyboards[0], () => adb.defaultIME()), await adb.defaultIME()],
  lock: async () => {
    await adb.lock();
    const locked = await adb.isScreenLocked();
    await adb.dismissKeyguard();
    return [locked, await adb.isScreenLocked()];
  },
  log: async () => {
    await adb.startLogcat();
    const first = adb.getLogcatLogs()[0] ?? (await new Promise((done) => adb.setLogcatListener(done)));
    await adb.stopLogcat();
    return first.message;
  },
  shell: () => adb.shell(["echo", "a b"]),
  root: () => adb.isRoot(),
  connected: () => adb.isDeviceConnected(),
};
