// mock-api exec -- sh -c './gradlew connectedCheck \
//   -Pandroid.testInstrumentationRunnerArguments.MOCK_API_URL=http://10.0.2.2:$PORT'
// The app reads its base URL from an extra of the intent that starts it: MOCK_API_URL.
package com.example.posts

import android.content.Intent
import androidx.test.core.app.ActivityScenario
import androidx.test.core.app.ApplicationProvider
import androidx.test.espresso.Espresso.onView
import androidx.test.espresso.action.ViewActions.click
import androidx.test.espresso.assertion.ViewAssertions.matches
import androidx.test.espresso.matcher.ViewMatchers.isDisplayed
import androidx.test.espresso.matcher.ViewMatchers.withText
import androidx.test.ext.junit.runners.AndroidJUnit4
import androidx.test.platform.app.InstrumentationRegistry
import mockapi.testing.Answer
import mockapi.testing.Match
import mockapi.testing.MockServer
import mockapi.testing.Times
import mockapi.testing.WorldOptions
import mockapi.testing.junit4.MockApiRule
import org.junit.Rule
import org.junit.Test
import org.junit.runner.RunWith

private fun arguments(): Map<String, String> {
    val bundle = InstrumentationRegistry.getArguments()
    return bundle.keySet().associateWith { bundle.getString(it).orEmpty() }
}

@RunWith(AndroidJUnit4::class)
class PostsTest {
    @get:Rule
    val mock = MockApiRule(MockServer.from(arguments()), WorldOptions().frozenAt("2026-06-01T08:00:00Z"))

    @Test
    fun theSecondTrySucceeds() {
        mock.world.answer("GET /posts", Answer.status(503).once())
        val intent = Intent(ApplicationProvider.getApplicationContext(), PostsActivity::class.java)
            .putExtra("MOCK_API_URL", mock.world.url("jsonplaceholder"))
        ActivityScenario.launch<PostsActivity>(intent).use {
            mock.world.requests.await(Match.request("GET /posts"))
            onView(withText("The server answered 503")).check(matches(isDisplayed()))
            onView(withText("Reload")).perform(click())
            mock.world.requests.await(Match.request("GET /posts").status(200))
            mock.world.requests.verify(Match.request("GET /posts"), Times.exactly(2))
        }
    }
}
