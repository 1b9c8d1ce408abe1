"""mock-api exec -- pytest test_posts.py, with Appium's server on this machine: pip install Appium-Python-Client pytest."""

import os
from collections.abc import Iterator

import pytest
from appium import webdriver
from appium.options.android import UiAutomator2Options
from appium.options.ios import XCUITestOptions
from appium.webdriver.common.appiumby import AppiumBy
from mock_api_testing import World


@pytest.fixture
def driver(mock_world: World) -> Iterator[webdriver.Remote]:
    url = mock_world.url("jsonplaceholder")
    if os.environ.get("PLATFORM") == "ios":
        options = XCUITestOptions().load_capabilities({"appium:app": os.environ["APP"]})
        options.process_arguments = {"env": {"MOCK_API_URL": url}}
    else:
        options = UiAutomator2Options().load_capabilities({"appium:app": os.environ["APP"]})
        # An emulator calls this machine 10.0.2.2. The activity reads the extra of its intent.
        options.optional_intent_arguments = f"--es MOCK_API_URL {url.replace('127.0.0.1', '10.0.2.2')}"
    driver = webdriver.Remote("http://127.0.0.1:4723", options=options)
    driver.implicitly_wait(10)
    yield driver
    driver.quit()


def test_the_second_try_succeeds(mock_world: World, driver: webdriver.Remote) -> None:
    # The app waits with its first request until the user taps.
    mock_world.answer("GET /posts", status=503, once=True)
    driver.find_element(AppiumBy.ACCESSIBILITY_ID, "Reload").click()
    assert "503" in driver.find_element(AppiumBy.ACCESSIBILITY_ID, "error").text
    driver.find_element(AppiumBy.ACCESSIBILITY_ID, "Reload").click()
    driver.find_element(AppiumBy.ACCESSIBILITY_ID, "post-1")
    mock_world.requests.verify(method="GET", path="/posts", exactly=2)
