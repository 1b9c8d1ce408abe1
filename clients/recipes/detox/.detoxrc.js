/** @type {Detox.DetoxConfig} */
module.exports = {
  testRunner: { args: { config: 'jest.config.js' } },
  apps: {
    'ios.debug': {
      type: 'ios.app',
      binaryPath: 'ios/build/Build/Products/Debug-iphonesimulator/Posts.app',
      build: 'xcodebuild -workspace ios/Posts.xcworkspace -scheme Posts -sdk iphonesimulator -derivedDataPath ios/build',
    },
    'android.debug': {
      type: 'android.apk',
      binaryPath: 'android/app/build/outputs/apk/debug/app-debug.apk',
      build: 'cd android && ./gradlew assembleDebug assembleAndroidTest -DtestBuildType=debug',
    },
  },
  devices: {
    simulator: { type: 'ios.simulator', device: { type: 'iPhone 15' } },
    emulator: { type: 'android.emulator', device: { avdName: 'Pixel_7' } },
  },
  configurations: {
    ios: { device: 'simulator', app: 'ios.debug' },
    android: { device: 'emulator', app: 'android.debug' },
  },
};
